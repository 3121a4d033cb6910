"""Berths of the harbour, and who has booked them."""

BOOKED: dict[str, str] = {}


def book(berth: str, boat: str) -> bool:
    """Books a berth that is free."""
    if berth in BOOKED:
        return False
    BOOKED[berth] = boat
    return True
