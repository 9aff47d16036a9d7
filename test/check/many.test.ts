import { expect, test } from 'vitest';
import { checkIslands } from '../../check/mesh/ground.ts';
import { checkContext } from '../../src/facts/room-facts.ts';
import { Report } from '../../src/findings/report.ts';
import { greatest, least } from '../../src/math/arrays.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh } from '../../src/model/walkmesh.ts';
import { THOROUGH } from '../support/thorough.ts';

/** More than a call takes arguments. */
const MANY = 130_000;

test.runIf(THOROUGH)('ground in more pieces than a call takes arguments is reported like any other', () => {
	const positions = new Float32Array(9 * MANY);
	for (let piece = 0; piece < MANY; piece++) {
		const [x, y] = [(piece % 400) * 3, Math.floor(piece / 400) * 3];
		positions.set([x, y, 0, x + 1, y, 0, x, y + 1, 0], 9 * piece);
	}
	const faces = Uint32Array.from({ length: 3 * MANY }, (_, corner) => corner);
	const mesh = createWalkmesh({ positions, faces, surfaces: new Uint32Array(MANY).fill(1) });
	const report = new Report();
	checkIslands(checkContext(mesh, K1, report));
	expect(report.findings.map(({ code, data }) => [code, data?.['count']])).toEqual([['WALKABLE_ISLANDS', MANY]]);
});

test('the greatest and the least of many numbers are those of a few', () => {
	const numbers = Float64Array.from({ length: MANY }, (_, i) => (i * 7919) % MANY);
	expect([least(numbers), greatest(numbers)]).toEqual([0, MANY - 1]);
	expect([least([]), greatest([])]).toEqual([Infinity, -Infinity]);
	expect([least([1, Number.NaN]), greatest([Number.NaN, 1])]).toEqual([Number.NaN, Number.NaN]);
});
