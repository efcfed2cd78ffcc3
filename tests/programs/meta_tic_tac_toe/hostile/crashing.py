# outcome: invalid: is not two digits; ends by an exception
raise SystemError("on purpose")
