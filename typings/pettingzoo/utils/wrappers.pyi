"""What this project uses of PettingZoo's wrappers."""

from typing import TypeVar

from pettingzoo import AECEnv

_Agent = TypeVar("_Agent")
_Observation = TypeVar("_Observation")
_Action = TypeVar("_Action")

class TerminateIllegalWrapper(AECEnv[_Agent, _Observation, _Action]):
    def __init__(
        self, env: AECEnv[_Agent, _Observation, _Action], illegal_reward: float
    ) -> None: ...

class AssertOutOfBoundsWrapper(AECEnv[_Agent, _Observation, _Action]):
    def __init__(self, env: AECEnv[_Agent, _Observation, _Action]) -> None: ...

class OrderEnforcingWrapper(AECEnv[_Agent, _Observation, _Action]):
    def __init__(self, env: AECEnv[_Agent, _Observation, _Action]) -> None: ...
