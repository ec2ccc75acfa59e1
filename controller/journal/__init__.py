"""The journal: the durable record of facts and events, its history and its export."""
