import { describe, expect, test } from 'vitest';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { checkSource } from '../../jobs/check.ts';
import { convertBytes } from '../../jobs/convert-bytes.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { writeLyt } from '../../level/formats/write.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import { bytesSource } from '../../src/formats/contracts.ts';
import { FARTHEST_POSITION } from '../../src/geometry/transform.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { layoutOf, levelOf, rectangle } from '../support/levels.ts';
import { CONTEXT } from '../support/planted-level.ts';

/** The least float beyond that of a value, by the bits: the slow way to the step between two coordinates. */
function stepAt(value: number): number {
	const float = Float32Array.of(value);
	const before = float[0];
	new Uint32Array(float.buffer)[0]++;
	return float[0] - before;
}

const far = (found: readonly Finding[]): Finding[] => found.filter(({ code }) => code === 'GROUND_FAR');

/** A floor of 10 by 10 m that reaches to x, as OBJ with Z up. */
function sceneTo(x: number): Uint8Array {
	const at = (dx: number, y: number): string => `v ${x - dx} ${y} 0`;
	const lines = ['o room_wok', at(10, 0), at(0, 0), at(0, 10), at(10, 10), 'usemtl wok_Stone', 'f 1 2 3', 'f 1 3 4'];
	return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

async function converted(x: number, origin?: readonly [number, number, number]): Promise<readonly Finding[]> {
	const options = { up: 'z', ...(origin === undefined ? {} : { origin }) } as const;
	const { report } = await convertBytes(sceneTo(x), 'room.obj', 'room.wok', options);
	return report.findings;
}

async function checkedFile(x: number): Promise<readonly Finding[]> {
	const bytes = encodeBwm(deriveBwm(rectangle(x - 10, 0, 10, 10), K1, new Report()));
	return checkSource(bytesSource(bytes, 'room.wok'), {}, CONTEXT, createRegistry());
}

async function checkedLevel(x: number): Promise<readonly Finding[]> {
	const level = levelOf(...[0, 1, 2].map((nth) => rectangle(x - 10 * (nth + 1), 0, 10, 10)));
	const rooms = level.rooms.map(({ name, walkmesh }, nth) => ({
		model: name,
		position: [x - 10 * nth - 5, 5, 0] as const,
		bytes: encodeBwm(deriveBwm(walkmesh ?? rectangle(0, 0, 1, 1), K1, new Report())),
	}));
	const layout = { ...layoutOf(), rooms: rooms.map(({ model, position }) => ({ model, position })) };
	const source = bytesSource(writeLyt(layout), 'far.lyt');
	const find = async (model: string) => {
		const room = rooms.find((each) => each.model === model);
		return room === undefined ? undefined : bytesSource(room.bytes, `${model}.wok`);
	};
	return checkSource(source, { roomFiles: { looked: 'memory', find } }, CONTEXT, createRegistry());
}

describe('ground far from the origin', () => {
	test('is reported once from where coordinates are more than a millimetre apart', async () => {
		expect(stepAt(FARTHEST_POSITION - 1)).toBeLessThanOrEqual(1e-3);
		expect(stepAt(FARTHEST_POSITION)).toBeGreaterThan(1e-3);
		for (const look of [converted, checkedFile, checkedLevel]) {
			expect(far(await look(FARTHEST_POSITION - 1)), look.name).toEqual([]);
			expect(far(await look(3000)), look.name).toEqual([]);
			expect(far(await look(FARTHEST_POSITION)), look.name).toHaveLength(1);
		}
	});

	test.each([FARTHEST_POSITION, 20_000, 65_535, 65_536, 1e6, 1e7, 1e9])('%d m names the step there', async (x) => {
		const [{ data, severity, message }] = far(await converted(x));
		expect([data?.['farthest'], data?.['step'], severity]).toEqual([x, stepAt(x), 'warning']);
		expect(message).toContain(
			stepAt(x) < 1 ? `${Number((stepAt(x) * 1000).toPrecision(2))} mm` : `${stepAt(x)} m apart`,
		);
	});

	test('says how to move a scene before its coordinates are rounded, and then nothing', async () => {
		const [{ actions, data }] = far(await converted(1e7));
		expect(actions).toEqual([
			{ command: 'convert', arguments: ['FILE', 'OUTPUT'], options: [{ option: 'origin', value: '-9999995,0,0' }] },
		]);
		const moved = await converted(1e7, data?.['by'] as [number, number, number]);
		expect(moved.filter(({ severity }) => severity !== 'info')).toEqual([]);
		expect(moved.map(({ code }) => code)).not.toContain('GROUND_FAR');
	});

	test('to which a scene near the origin is moved is still an error', async () => {
		expect((await converted(10, [FARTHEST_POSITION, 0, 0])).map(({ code }) => code)).toContain('POSITIONS_TOO_FAR');
		expect((await converted(10, [FARTHEST_POSITION - 11, 0, 0])).map(({ code }) => code)).not.toContain(
			'POSITIONS_TOO_FAR',
		);
	});
});
