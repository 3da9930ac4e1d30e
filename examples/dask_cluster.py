"""
Compare players on a Dask cluster, with the same result as on one processor.

Needs pisti[simulation] and `distributed`. The cluster here is two processes of this
machine; give `Client` the address of another to use that instead.
"""

from dask.distributed import Client, LocalCluster
from joblib import parallel_config

from pisti import CLASSIC, PARTNERSHIP, Card, Variant, View
from pisti.players import greedy, random_player
from pisti.simulation import advantage, duel, simulate

PACKS = 60
SEED = 28


def matching(seen: View) -> Card:
    """Play the rank that lies on top, or else the first card."""
    top = [card.rank for card in seen.pile[-1:]]
    return max(seen.hand, key=lambda card: card.rank in top)


def compare(name: str, variant: Variant) -> None:
    """Say by how much greedy is better than two others at a table."""
    lead = duel(greedy, matching, variant, PACKS, SEED, workers=None)
    print(f"{name}: greedy leads matching by {lead} points a hand")
    lead = duel(greedy, random_player(), variant, PACKS, SEED, workers=None)
    print(f"{name}: greedy leads chance by {lead} points a hand")


def main() -> None:
    """Play on the cluster what joblib is given."""
    players = [greedy, matching]
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0")
    with cluster, Client(cluster), parallel_config("dask"):
        compare("classic", CLASSIC)
        compare("partnership", PARTNERSHIP)
        columns = simulate(players, CLASSIC, PACKS, SEED, mirrored=True, workers=None)
    here = simulate(players, CLASSIC, PACKS, SEED, mirrored=True)
    print(f"{len(columns['hand'])} hands, {sum(columns['pistis_0'])} piştis of greedy")
    print(f"classic, played here: {advantage(here)}")
    print(f"the same, hand for hand: {here == columns}")


if __name__ == "__main__":
    main()
