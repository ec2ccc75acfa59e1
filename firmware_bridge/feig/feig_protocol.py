"""FEIG's protocol, as its profile names it."""

from burncard.firmware_bridge.feig.feig_decoder import FeigDecoder
from burncard.firmware_bridge.feig.feig_driver import FeigDriver
from burncard.firmware_bridge.feig.feig_setup import FeigSetup
from burncard.firmware_bridge.protocols import Protocol

PROTOCOL = Protocol(driver=FeigDriver, decoder=FeigDecoder, setup=FeigSetup)
