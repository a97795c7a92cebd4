"""The colours of drawings: two background themes, with the same tiles in both.

Marks are blue for possible moves, honey for the last move, and coral for mistakes. Each has a
casing, so that it stands out from any tile and the background.
"""

from __future__ import annotations

from dataclasses import dataclass

from beespace.rules import Bug, Color


@dataclass(frozen=True)
class Theme:
    """The colours around the tiles."""

    name: str
    table: str
    ink: str
    faint: str
    shadow: str
    shadow_opacity: str
    # The outlines of tiles, which separate them from a background of similar brightness.
    outlines: dict[Color, str]
    signals: dict[str, str]
    casings: dict[str, str]
    badge: str
    badge_ink: str


LIGHT = Theme(
    name="light",
    table="#93AFA3",
    ink="#14201B",
    faint="#6B887C",
    shadow="#142D23",
    shadow_opacity="0.3",
    outlines={Color.WHITE: "#6E5526", Color.BLACK: "#111111"},
    signals={"blue": "#2341D6", "honey": "#FFB400", "coral": "#D22B1F"},
    casings={"blue": "#FFFFFF", "honey": "#3B2800", "coral": "#FFFFFF"},
    badge="#14201B",
    badge_ink="#FFFFFF",
)
DARK = Theme(
    name="dark",
    table="#0F1615",
    ink="#DCE6E0",
    faint="#43534D",
    shadow="#000000",
    shadow_opacity="0.6",
    outlines={Color.WHITE: "#7A6234", Color.BLACK: "#98A39D"},
    signals={"blue": "#8FA6FF", "honey": "#FFC233", "coral": "#FF6A5C"},
    casings={"blue": "#0E1413", "honey": "#1D1500", "coral": "#16100F"},
    badge="#F2F6F3",
    badge_ink="#101514",
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK)}
"""The themes by name: `light` and `dark`."""


@dataclass(frozen=True)
class Skin:
    """The colours of one bug on tiles of one player."""

    main: str
    dark: str
    light: str
    limb: str


# The contrast between body and tile is at least 3.6, except for the queen on white tiles, which has
# a dark outline and stripes.
STENCIL_SKINS = {
    (Color.WHITE, Bug.QUEEN): Skin("#F2A200", "#3A2200", "#FFF7DF", "#3A2200"),
    (Color.BLACK, Bug.QUEEN): Skin("#FFC233", "#2B1D04", "#FFEFC4", "#FFC233"),
    (Color.WHITE, Bug.BEETLE): Skin("#6D35A8", "#34145A", "#E4CBFF", "#4A2078"),
    (Color.BLACK, Bug.BEETLE): Skin("#BE93F5", "#33174F", "#F0E2FF", "#BE93F5"),
    (Color.WHITE, Bug.GRASSHOPPER): Skin("#2F7F22", "#123F0B", "#C9EE9F", "#1F5F15"),
    (Color.BLACK, Bug.GRASSHOPPER): Skin("#86D052", "#173A0C", "#E6FBCB", "#86D052"),
    (Color.WHITE, Bug.SPIDER): Skin("#7B3F17", "#3E1B05", "#FFD9A8", "#5C2B0C"),
    (Color.BLACK, Bug.SPIDER): Skin("#D8A06C", "#3D2109", "#FFEBD0", "#D8A06C"),
    (Color.WHITE, Bug.ANT): Skin("#1559BF", "#07295F", "#BFE0FF", "#0D3F8C"),
    (Color.BLACK, Bug.ANT): Skin("#69ACFF", "#0B2A57", "#DDEEFF", "#69ACFF"),
    (Color.WHITE, Bug.MOSQUITO): Skin("#5A5280", "#2A2542", "#FBF7FF", "#3F3960"),
    (Color.BLACK, Bug.MOSQUITO): Skin("#C4BDE4", "#2A263D", "#F3F0FF", "#C4BDE4"),
    (Color.WHITE, Bug.LADYBUG): Skin("#CB2222", "#3B0808", "#FFE9DD", "#3B0808"),
    (Color.BLACK, Bug.LADYBUG): Skin("#FF5F52", "#3A0A08", "#FFE4DE", "#FFB3A8"),
    (Color.WHITE, Bug.PILLBUG): Skin("#0C7A6A", "#053F37", "#B8F2E2", "#075A4E"),
    (Color.BLACK, Bug.PILLBUG): Skin("#3CCBB1", "#06332D", "#D8FFF5", "#3CCBB1"),
}
INLAY_SKINS = {
    (Color.WHITE, Bug.QUEEN): Skin("#D48C00", "#4A2A00", "#FFF6DC", "#D48C00"),
    (Color.BLACK, Bug.QUEEN): Skin("#F5B82E", "#3A2200", "#FFF0C4", "#F5B82E"),
    (Color.WHITE, Bug.BEETLE): Skin("#6C3FA3", "#2E1650", "#CDB2EE", "#6C3FA3"),
    (Color.BLACK, Bug.BEETLE): Skin("#B58CE8", "#2A1446", "#F0E3FF", "#B58CE8"),
    (Color.WHITE, Bug.GRASSHOPPER): Skin("#4C7F1C", "#1B3406", "#C4E38F", "#4C7F1C"),
    (Color.BLACK, Bug.GRASSHOPPER): Skin("#93C84E", "#1C3407", "#EAFACB", "#93C84E"),
    (Color.WHITE, Bug.SPIDER): Skin("#7C4925", "#351C0B", "#EBC79C", "#7C4925"),
    (Color.BLACK, Bug.SPIDER): Skin("#CF9361", "#35200F", "#FBE6CC", "#CF9361"),
    (Color.WHITE, Bug.ANT): Skin("#1D5FA8", "#0A2749", "#A6D0FA", "#1D5FA8"),
    (Color.BLACK, Bug.ANT): Skin("#6FB0F2", "#0B2748", "#E0F0FF", "#6FB0F2"),
    (Color.WHITE, Bug.MOSQUITO): Skin("#645D80", "#2D2840", "#F6F2FF", "#645D80"),
    (Color.BLACK, Bug.MOSQUITO): Skin("#B6AFCE", "#2B2740", "#F7F4FF", "#B6AFCE"),
    (Color.WHITE, Bug.LADYBUG): Skin("#C22F1D", "#330B07", "#FFF1E4", "#C22F1D"),
    (Color.BLACK, Bug.LADYBUG): Skin("#F0705C", "#2A0A07", "#FFEDE2", "#F0705C"),
    (Color.WHITE, Bug.PILLBUG): Skin("#12735F", "#04302A", "#9FE0CE", "#12735F"),
    (Color.BLACK, Bug.PILLBUG): Skin("#4DC2A4", "#04322B", "#DDFBF2", "#4DC2A4"),
}
# For almost white and black tiles: coloured bodies, and black or white limbs.
CONTRAST_SKINS = {
    (Color.WHITE, Bug.QUEEN): Skin("#FFB300", "#000000", "#FFFFFF", "#000000"),
    (Color.BLACK, Bug.QUEEN): Skin("#FFD34D", "#000000", "#FFFFFF", "#FFFFFF"),
    (Color.WHITE, Bug.BEETLE): Skin("#5A1D99", "#000000", "#FFFFFF", "#000000"),
    (Color.BLACK, Bug.BEETLE): Skin("#D3B1FF", "#000000", "#FFFFFF", "#FFFFFF"),
    (Color.WHITE, Bug.GRASSHOPPER): Skin("#1D6410", "#000000", "#FFFFFF", "#000000"),
    (Color.BLACK, Bug.GRASSHOPPER): Skin("#A8F06E", "#000000", "#FFFFFF", "#FFFFFF"),
    (Color.WHITE, Bug.SPIDER): Skin("#66300A", "#000000", "#FFFFFF", "#000000"),
    (Color.BLACK, Bug.SPIDER): Skin("#FFC48F", "#000000", "#FFFFFF", "#FFFFFF"),
    (Color.WHITE, Bug.ANT): Skin("#0A46A6", "#000000", "#FFFFFF", "#000000"),
    (Color.BLACK, Bug.ANT): Skin("#8CC3FF", "#000000", "#FFFFFF", "#FFFFFF"),
    (Color.WHITE, Bug.MOSQUITO): Skin("#4A4470", "#000000", "#FFFFFF", "#000000"),
    (Color.BLACK, Bug.MOSQUITO): Skin("#D6D0F5", "#000000", "#FFFFFF", "#FFFFFF"),
    (Color.WHITE, Bug.LADYBUG): Skin("#B30C0C", "#000000", "#FFFFFF", "#000000"),
    (Color.BLACK, Bug.LADYBUG): Skin("#FF8F85", "#000000", "#FFFFFF", "#FFFFFF"),
    (Color.WHITE, Bug.PILLBUG): Skin("#035E50", "#000000", "#FFFFFF", "#000000"),
    (Color.BLACK, Bug.PILLBUG): Skin("#63F0D4", "#000000", "#FFFFFF", "#FFFFFF"),
}
