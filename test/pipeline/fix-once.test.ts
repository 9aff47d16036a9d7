import { expect, test } from 'vitest';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { type Fixed, fixFile, fixLayout } from '../../jobs/fix.ts';
import { writeLyt } from '../../level/formats/write.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { Report } from '../../src/findings/report.ts';
import { bytesSource } from '../../src/formats/contracts.ts';
import { moveWalkmesh, translation } from '../../src/geometry/transform.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { layoutOf } from '../support/levels.ts';
import { generator } from '../support/mutate.ts';
import { merged } from '../support/own-floors.ts';
import { CONTEXT, type Random } from '../support/planted-level.ts';
import { gridFloor } from '../support/soups.ts';
import { runs } from '../support/thorough.ts';

const SEED = Number(process.env['WOKFLOW_SEED'] ?? 0);
const OPTIONS = { sills: 0.35 };
const registry = createRegistry();

/** Floors in a row with gaps between them that a sill may bridge, shifted along each other, their vertices a little off. */
function floorsInRow(random: Random): Walkmesh[] {
	const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)];
	const floors: Walkmesh[] = [];
	let x = 0;
	for (let left = 2 + Math.floor(random() * 3); left > 0; left--) {
		const cells = pick([2, 3, 4]);
		const jitter = pick([0.012, 0.012, 0.002, 0]);
		const floor = gridFloor(cells);
		const positions = floor.positions.map((value, i) => value + (i % 3 === 2 ? 0 : (random() - 0.5) * jitter));
		floors.push(moveWalkmesh({ ...floor, positions }, translation([x, pick([0, 0.5, 1]), 0])));
		x += cells + pick([0.05, 0.1, 0.15, 0.2, 0.3]) + pick([0, 0, 0.02 * random()]);
	}
	return floors;
}

type Files = ReadonlyMap<string, Uint8Array>;

async function fixed(files: Files): Promise<Fixed> {
	const context = { ...CONTEXT, report: new Report() };
	const sourceOf = (name: string) => {
		const bytes = files.get(name);
		return bytes === undefined ? undefined : bytesSource(bytes, `${name}.wok`);
	};
	const [name] = files.keys();
	const only = sourceOf(name);
	if (files.size === 1 && only !== undefined) return fixFile(only, OPTIONS, context, registry);
	const roomFiles = { looked: 'memory', find: async (room: string) => sourceOf(room) };
	return fixLayout(bytesSource(writeLyt(layoutOf(...files.keys())), 'm.lyt'), roomFiles, OPTIONS, context, registry);
}

test('one run of fix with sills is enough: a second one changes nothing', { timeout: 600_000 }, async () => {
	for (let round = 0; round < runs(2, 80); round++) {
		const random = generator(SEED + round);
		const floors = floorsInRow(random);
		const rooms = random() < 0.3 ? [merged(...floors)] : floors;
		const bytesOf = (mesh: Walkmesh): Uint8Array => encodeBwm(deriveBwm(mesh, K1, new Report()));
		const first = await fixed(new Map(rooms.map((mesh, i) => [`r${i}`, bytesOf(mesh)])));
		expect(
			first.files.some(({ steps }) => steps.includes('lay-sills')),
			`round ${round}`,
		).toBe(true);
		const second = await fixed(new Map(first.files.map(({ path, bytes }) => [path.replace('.wok', ''), bytes])));
		const again = second.files.filter(({ changed }) => changed).map(({ path, steps }) => `${path}: ${steps.join(' ')}`);
		expect(again, `round ${round}`).toEqual([]);
		expect(second.before, `round ${round}`).not.toHaveProperty('VERTEX_NEAR_MISS');
	}
});
