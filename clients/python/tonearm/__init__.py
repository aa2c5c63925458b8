from .bridge import *
