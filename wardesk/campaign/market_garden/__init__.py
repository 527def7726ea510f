"""The campaign layer of Market Garden: rules that act between the tables, in the rulebook's order.

Every module proposes, or turns an answer into events; nothing is written here. What is played at
the table itself (movement, fire, assaults) is not here.
"""
