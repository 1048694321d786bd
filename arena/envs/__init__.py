"""The games behind the interfaces of the field: PettingZoo and Gymnasium (extra: envs)."""
