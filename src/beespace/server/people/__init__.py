"""Who a client is: guests, their keys and the cookies that carry them."""
