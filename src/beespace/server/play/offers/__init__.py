"""Draw offers, takebacks, rematches and chat: between two people, and to the engine."""
