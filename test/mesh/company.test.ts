import { expect, it } from 'vitest';
import { withCompany } from '../../src/clean/near-misses.ts';
import { generator } from '../support/mutate.ts';

it('no vertex with another one within reach is left out, wherever cells end', () => {
	const random = generator(3);
	for (const size of [0.05, 1, 30, 5000]) {
		const positions = Float64Array.from({ length: 600 }, () => (random() - 0.5) * size);
		// Every other vertex has one beside it, up to a hundredth of a millimetre nearer than the reach.
		for (let i = 0; i < 600; i += 6) {
			const angle = random() * 7;
			positions[i + 3] = positions[i] + 0.00999 * Math.cos(angle);
			positions[i + 4] = positions[i + 1] + 0.00999 * Math.sin(angle);
			positions[i + 5] = positions[i + 2];
		}
		const all = Uint32Array.from({ length: 200 }, (_, vertex) => vertex);
		expect(withCompany(positions, all, 0.01)).toEqual(all);
	}
});

it('vertices far from all others are left out, however many there are', () => {
	const positions = Float64Array.from({ length: 30_000 }, (_, i) => (i % 3 === 0 ? i / 3 : 0.02));
	const all = Uint32Array.from({ length: 10_000 }, (_, vertex) => vertex);
	expect(withCompany(positions, all, 0.01).length).toBeLessThan(3000);
	expect(withCompany(positions, Uint32Array.of(5, 9), 0.01)).toHaveLength(0);
	expect(withCompany(positions, new Uint32Array(), 0.01)).toHaveLength(0);
});
