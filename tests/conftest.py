"""How hard the property-based tests try."""

from hypothesis import HealthCheck, settings

# Random variants and whole hands take long to draw on a slow machine.
_PATIENT = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow],
}
settings.register_profile("default", max_examples=50, **_PATIENT)
settings.register_profile("thorough", max_examples=2000, **_PATIENT)
settings.load_profile("default")
