# outcome: invalid: is not two digits; prints nothing
