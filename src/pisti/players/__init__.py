"""Players: who chooses a card from a view."""

from pisti.players.memory import counting
from pisti.players.player import ChancePlayer, Player
from pisti.players.search import search_player
from pisti.players.simple import greedy, random_player

__all__ = [
    "ChancePlayer",
    "Player",
    "counting",
    "greedy",
    "random_player",
    "search_player",
]
