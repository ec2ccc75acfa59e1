"""The table's controller: from what the devices tell to what the dealer is told, with a journal in between."""
