import type { Margins } from './margins.ts';

/**
 * How boxes reach around their faces. `game`: 0.01 m below, 0.0101 m above. `mdledit`: the same, but 0.01 m above in leaves.
 * `none`: no margin. `sunk`: no margin, and z moved inwards by 10 m on both sides, so that most boxes are inside out.
 */
export type BoxHabit = 'game' | 'mdledit' | 'none' | 'sunk' | 'other';

export const BOX_HABITS: Readonly<Record<BoxHabit, string>> = {
	game: 'boxes reach 0.01 m below and 0.0101 m above their faces',
	mdledit: 'boxes reach 0.01 m below and 0.0101 m above their faces, but 0.01 m above in leaves',
	none: 'boxes have no margin around their faces',
	sunk: 'boxes are moved by 10 m in z, upwards below and downwards above',
	other: 'boxes fit the habits of no known tool',
};

/** Half of what lies between 0.0100 and 0.0101. */
const FINE = 5e-5;
const COARSE = 1e-3;

/** The habits that the margins fit; several where coordinates are too large to tell. */
export function boxHabits({ leaf, inner, coarse }: Margins): BoxHabit[] {
	const near = (value: number, wanted: number, tolerance = coarse ? COARSE : FINE): boolean =>
		Math.abs(value - wanted) <= tolerance;
	if (near(leaf.low, 0, COARSE) && near(leaf.high, 0, COARSE)) {
		if (near(leaf.lowZ, 0, COARSE) && near(leaf.highZ, 0, COARSE)) return ['none'];
		if (near(leaf.lowZ, -10, COARSE) && near(leaf.highZ, -10, COARSE)) return ['sunk'];
		return ['other'];
	}
	if (!near(leaf.low, 0.01, COARSE)) return ['other'];
	const habits: BoxHabit[] = [];
	if (near(leaf.high, 0.0101) && near(inner.high, 0.0101)) habits.push('game');
	if (near(leaf.high, 0.01) && near(inner.high, 0.0101)) habits.push('mdledit');
	return habits.length === 0 ? ['other'] : habits;
}
