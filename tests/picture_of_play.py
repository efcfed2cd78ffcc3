"""Draw the README's picture of a game in the terminal: `python -m tests.picture_of_play`."""

import asyncio
import re
from typing import Final

from harness.places import ROOT
from harness.play.app import PlayApp
from harness.play.mu_torere import MuTorereGame

PICTURE: Final = ROOT / "docs" / "play.svg"
_FONT: Final = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)  # it would be loaded from elsewhere


def drawn() -> str:
    """The screen after the first move at Mu Torere, with the hint, as SVG."""

    async def played() -> str:
        app = PlayApp([], MuTorereGame())
        async with app.run_test(size=(80, 24)) as pilot:
            for key in ("enter", "h"):
                await pilot.press(key)
                await app.workers.wait_for_complete()
                await pilot.pause()
            return app.export_screenshot(title="golfproof play")

    return _FONT.sub("", asyncio.run(played()))


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")
    print(PICTURE.relative_to(ROOT))
