import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/findings/report.ts';
import { describeActions } from '../../src/model/advice.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { build, loud } from '../support/level-work.ts';
import { fan, levelOf, rectangle } from '../support/levels.ts';
import { merged, NONWALK, surfaced } from '../support/own-floors.ts';

/** A corridor from a western to an eastern room, the middle of it as given, from x = 10 to x = 20. */
async function corridor(...middle: readonly Walkmesh[]): Promise<readonly Finding[]> {
	const level = levelOf(rectangle(0, 0, 10, 4), merged(...middle), rectangle(20, 0, 10, 4));
	return (await build(level)).findings;
}

const west = rectangle(10, 0, 5, 4);

describe('ground is followed face by face', () => {
	it('and nothing is told of a corridor that is whole', async () => {
		expect(loud(await corridor(west, rectangle(15, 0, 5, 4)))).toEqual([]);
	});

	it('a strip that is not walkable is reported where the ground ends, with the doorways on both sides', async () => {
		const found = loud(await corridor(west, surfaced(rectangle(15, 0, 0.5, 4), NONWALK), rectangle(15.5, 0, 4.5, 4)));
		expect(found).toMatchObject([
			{ code: 'GROUND_DIVIDED', location: { room: 'r1' }, data: { gap: expect.closeTo(0.5, 4) } },
		]);
		expect(found[0].data).not.toHaveProperty('riser');
		const [x, y] = found[0].location.at ?? [];
		expect([x === 15 || x === 15.5, y]).toEqual([true, 2]);
		expect(found[0].message).toContain('the doorway to room 0 "r0" (20 m²)');
		expect(found[0].message).toContain('the doorway to room 2 "r2" (18 m²)');
	});

	it('stairs whose risers are not walkable are reported once', async () => {
		const steps = [0, 1, 2, 3].flatMap((i) => [
			rectangle(15 + i * 0.3, 0, 0.3, 4, i * 0.15),
			...(i === 0
				? []
				: [
						surfaced(
							fan(
								[15 + i * 0.3, 0, (i - 1) * 0.15],
								[15 + i * 0.3, 4, (i - 1) * 0.15],
								[15 + i * 0.3, 4, i * 0.15],
								[15 + i * 0.3, 0, i * 0.15],
							),
							NONWALK,
						),
					]),
		]);
		const down = fan([16.2, 0, 0.45], [20, 0, 0], [20, 4, 0], [16.2, 4, 0.45]);
		const found = loud(await corridor(west, ...steps, down));
		expect(found).toMatchObject([{ code: 'GROUND_DIVIDED', data: { riser: expect.closeTo(0.15, 6) } }]);
		expect(found[0].message).toContain(
			'ends here, at the riser of a step 0.15 m high, which is not walkable. It separates',
		);
		expect(found[0].location.at?.[0]).toBeGreaterThanOrEqual(15);
		expect(found[0].location.at?.[0]).toBeLessThanOrEqual(16.2);
	});

	it.each<[string, Walkmesh, string, number]>([
		['a crack of 30 mm', rectangle(15.03, 0, 4.97, 4), 'gap', 0.03],
		['a step of 3 cm', fan([15, 0, 0.03], [20, 0, 0], [20, 4, 0], [15, 4, 0.03]), 'height', 0.03],
		['a crack of 99 mm', rectangle(15.099, 0, 4.901, 4), 'gap', 0.099],
	])('%s is told as such, with its two sides', async (_, east, kind, gap) => {
		const found = loud(await corridor(west, east));
		expect(found).toMatchObject([
			{
				code: 'GROUND_CRACK',
				location: { room: 'r1', at: [15, 2, 0] },
				data: { kind, gap: expect.closeTo(gap, 4), count: 1, areas: [20, expect.closeTo(20, 0)] },
			},
		]);
		expect(describeActions(found[0].actions ?? [], 'cli')).toMatch(/^Add --snap 0\.(03|099|1)/);
	});

	it('one of 101 mm is told as divided ground', async () => {
		expect(loud(await corridor(west, rectangle(15.101, 0, 4.899, 4))).map(({ code }) => code)).toEqual([
			'GROUND_DIVIDED',
		]);
	});

	it('a piece that separates nothing is a note', async () => {
		const found = await corridor(west, rectangle(15, 0, 5, 4), rectangle(12, 6, 1, 1));
		expect(loud(found)).toEqual([]);
		expect(found.filter(({ code }) => code === 'WALKABLE_ISLANDS')).toMatchObject([
			{ location: { room: 'r1' }, data: { count: 2, areas: [40, 1] } },
		]);
	});

	it('the greater part of a room behind its sill is a warning though the room is linked', async () => {
		const sill = rectangle(10, 0, 1, 4);
		const level = levelOf(rectangle(0, 0, 10, 4), merged(sill, rectangle(11.2, 0, 8, 4)));
		expect(loud((await build(level)).findings)).toMatchObject([{ code: 'GROUND_DIVIDED' }]);
	});

	it('ground that is divided in one room and joined through others is no warning', async () => {
		const cut = merged(west, rectangle(15.5, 0, 4.5, 4));
		const around = merged(rectangle(10, 4, 10, 2));
		expect(loud((await build(levelOf(cut, around))).findings)).toEqual([]);
	});
});

it('a room without a link names the edge that comes nearest, up to half a metre away', async () => {
	const at = async (gap: number) =>
		loud((await build(levelOf(rectangle(0, 0, 10, 4), rectangle(10 + gap, 0, 6, 4)))).findings);
	expect(await at(0.3)).toMatchObject([
		{
			code: 'ROOM_UNREACHABLE',
			location: { room: 'r1', at: [expect.closeTo(10.3, 4), 2, 0] },
			data: { nearest: { room: 0, name: 'r0', distance: expect.closeTo(0.3, 4), kind: 'gap' } },
		},
	]);
	expect((await at(0.3))[0].message).toContain('in room 0 "r0": here the two leave a gap of 0.3 m.');
	expect((await at(0.51))[0].data?.['nearest']).toBeUndefined();
	// Linking again changes nothing about a gap: ground across it does, and nothing that can be typed where no edge is near.
	expect((await at(0.3))[0].actions).toEqual([
		{ command: 'fix', arguments: ['LAYOUT'], options: [{ option: 'sills', value: 0.31 }, { option: 'inPlace' }] },
		{ option: 'sills', value: 0.31 },
	]);
	expect((await at(0.404))[0].actions?.[0]).toMatchObject({ options: [{ value: 0.41 }, {}] });
	expect((await at(0.51))[0].actions).toBeUndefined();
});

it('rooms behind one open seam are not told one by one', async () => {
	const level = levelOf(
		rectangle(0, 0, 10, 4),
		rectangle(10.05, 0, 10, 4),
		rectangle(20.05, 0, 10, 4),
		rectangle(30.05, 0, 10, 4),
	);
	expect(loud((await build(level)).findings).map(({ code }) => code)).toEqual(['SEAM_UNLINKED']);
});
