"""What this project uses of PettingZoo's helpers."""

from . import wrappers as wrappers
