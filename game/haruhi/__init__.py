"""涼宮ハルヒの贈殖 (The Zoshoku of Haruhi Suzumiya)."""
