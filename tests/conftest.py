"""How hard the property-based tests try."""

from hypothesis import HealthCheck, Phase, settings

# Random variants and whole hands take long to draw on a slow machine.
_PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("default", _PATIENT, max_examples=50)
settings.register_profile("thorough", _PATIENT, max_examples=2000)
# Many changes of the code are tried: few examples, the same for each, none shrunk.
settings.register_profile(
    "mutation",
    _PATIENT,
    max_examples=10,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
)
settings.load_profile("default")
