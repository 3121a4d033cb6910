"""Looks for berths that are free."""

from berths import BOOKED


def free(berths: list[str]) -> list[str]:
    """The berths that nobody has booked."""
    return [berth for berth in berths if berth not in BOOKED]
