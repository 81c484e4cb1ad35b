import PoniRacing
