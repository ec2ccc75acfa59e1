"""The swarm: whole tables under drawn faults, each reproduced by its seed, with checkers beside them."""
