"""What a typo, a bug or another program may put anywhere in a file of games."""

from __future__ import annotations

SCRAPS: list[str] = [
    *'{}[]();"\\/-.*%$,:\n\r\t 0123456789wbQSGABMLP',
    *(
        "{[%var ",
        "[%clk 1:00:00]",
        "(;",
        "1-0",
        "pass",
        "done]",
        "wA1 bQ-",
        "bQ\\",
        "½-½",
        '\n\n[White "x"]\n',
        "Base;InProgress;White[1]",
        '"moves": []',
        "null",
        "P0[3 done]",
    ),
]
