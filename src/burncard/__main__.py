"""`python -m burncard`: the command line."""

from burncard.api.command_line import main

if __name__ == "__main__":
    main()
