"""From a card that was seen to what it means for the deal: classify it, follow it, or say which mistake it is."""
