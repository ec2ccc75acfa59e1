"""The devices of the table as the controller sees them: reader to cards, shuffler to packs, and their health."""
