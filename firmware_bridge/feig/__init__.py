"""FEIG OBID i-scan readers in ISO-Host mode."""
