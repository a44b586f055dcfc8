"""涼宮ハルヒの贈殖 on the table."""
