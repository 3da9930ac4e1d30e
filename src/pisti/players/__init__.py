"""Players: who chooses a card from a view."""

from pisti.players.player import ChancePlayer, Player
from pisti.players.simple import greedy, random_player

__all__ = ["ChancePlayer", "Player", "greedy", "random_player"]
