"""Sphinx's settings for the site. `tools/site/build_site.py` runs it."""

import re
from pathlib import Path

import beespace

ROOT = Path(__file__).resolve().parents[2]

project = "Beespace"
author = "The Beespace authors"
copyright = f"2026, {author}"  # noqa: A001  # Sphinx's name
version = release = beespace.__version__
html_title = f"Beespace {release}"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = "index"
# The anchors of headings are formed as on GitHub.
myst_heading_anchors = 5
# `text` in docstrings means code, as in Markdown.
default_role = "code"
# Links to source files become downloads, and anchors are checked by tests/project/test_links.py.
suppress_warnings = ["myst.header"]

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_default_options = {"show-inheritance": False}
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
add_module_names = False
toc_object_entries_show_parents = "hide"
nitpicky = False

html_theme = "furo"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
pygments_style = "friendly"
pygments_dark_style = "native"


def _tokens(theme: str) -> dict[str, str]:
    """Return the colours of one theme of the page."""
    text = (ROOT / "web/src/styles/tokens.css").read_text(encoding="utf-8")
    block = text[text.index(f'[data-theme="{theme}"]') :].partition("}")[0]
    return dict(re.findall(r"--([\w-]+): (#\w+);", block))


def _colors(theme: str) -> dict[str, str]:
    """Return furo's variables in the colours of the page."""
    page = _tokens(theme)
    return {
        "color-brand-primary": page["link"],
        "color-brand-content": page["link"],
        "color-background-primary": page["bg"],
        "color-background-secondary": page["surface-2"],
        "color-background-border": page["line"],
        "color-foreground-primary": page["text"],
        "color-foreground-secondary": page["text-2"],
        "color-foreground-muted": page["text-3"],
        "color-code-background": page["surface"],
        "color-highlight-on-target": page["accent-soft"],
    }


html_theme_options = {
    "light_css_variables": _colors("light"),
    "dark_css_variables": _colors("dark"),
    "navigation_with_keys": True,
}
