import fc from 'fast-check';
import { expect, it } from 'vitest';
import { explained, sparingRisers, withoutConsequences } from '../../check/rules.ts';
import { type Finding, Report } from '../../src/findings/report.ts';

const CODES = [
	'VERTEX_NEAR_MISS',
	'GROUND_CRACK',
	'T_JUNCTION',
	'FACE_DUPLICATE',
	'GROUND_STACKED',
	'WALKABLE_ISLANDS',
];
const coordinate = fc.constantFrom(0, 0.2, 0.4, 2, 2.9, 3.3, Number.NaN, Number.POSITIVE_INFINITY);
const finding = fc
	.record({
		code: fc.constantFrom(...CODES),
		room: fc.constantFrom('a', 'B', 'b', undefined),
		otherRoom: fc.constantFrom('a', undefined),
		at: fc.option(fc.tuple(coordinate, coordinate, fc.constant(0)), { nil: undefined }),
		face: fc.option(fc.nat(3), { nil: undefined }),
		edge: fc.option(fc.nat(9), { nil: undefined }),
	})
	.map(({ code, ...location }): Finding => ({ code, severity: 'warning', message: code, location }) as never);

it('leaves out what another finding explains, whichever others there are', () => {
	fc.assert(
		fc.property(fc.array(finding, { maxLength: 12 }), (findings) => {
			const kept = findings.filter((each) =>
				findings.every((other) => withoutConsequences(each === other ? [each] : [each, other]).includes(each)),
			);
			expect(withoutConsequences(findings)).toEqual(kept);
		}),
	);
});

it('answers again where a finding was added, left out or exchanged since it was asked, and gives a list of its own', () => {
	const near: Finding = {
		code: 'VERTEX_NEAR_MISS',
		severity: 'warning',
		message: '',
		help: '',
		location: { room: 'a', at: [0, 0, 0] },
	};
	const crack: Finding = { ...near, code: 'GROUND_CRACK' };
	const all = [near, { ...near, location: { room: 'b', at: [0, 0, 0] } } as Finding];
	expect(withoutConsequences(all)).toEqual(all);
	withoutConsequences(all).length = 0;
	expect(withoutConsequences(all)).toEqual(all);
	expect(withoutConsequences([...all, crack])).toEqual([all[1], crack]);
	expect(withoutConsequences([near, crack])).toEqual([crack]);
	all[1] = crack;
	expect(withoutConsequences(all)).toEqual([crack]);
	expect(withoutConsequences([])).toEqual([]);
});

it('looks for causes where a finding is, not at all of a heap for each of them', () => {
	let looked = 0;
	const findings = Array.from({ length: 4000 }, (_, i): Finding => {
		const at = [i, 0, 0] as const;
		const code = i % 2 === 0 ? 'GROUND_CRACK' : 'VERTEX_NEAR_MISS';
		const location = {
			get at() {
				looked++;
				return at;
			},
		};
		return { code, severity: 'warning', message: code, location } as never;
	});
	expect(withoutConsequences(findings)).toHaveLength(4000);
	// Sorting looks at each some dozen times.
	expect(looked).toBeLessThan(4000 * 100);
});

const told = (code: string, severity: Finding['severity'], location: Finding['location'] = {}): Finding => ({
	code,
	severity,
	message: code,
	help: '',
	location,
});

function shownOf(...findings: Finding[]): string[] {
	const report = new Report();
	for (const finding of findings) report.push(finding);
	const shown = explained(report);
	expect(shown.failed).toBe(report.failed);
	return shown.findings.map(({ code }) => code);
}

it('a scene that lies on its side is reported once, and not face by face', () => {
	const faces = ['WALKABLE_FACE_VERTICAL', 'WALKABLE_FACE_DOWN', 'DOORWAY_NARROW', 'GROUND_TOO_STEEP'];
	const each = faces.map((code) => told(code, 'warning', { file: 'a.glb', room: 'hall', at: [1, 2, 3] }));
	expect(shownOf(...each, told('SCENE_UP_SUSPICIOUS', 'warning', { file: 'a.glb' }))).toEqual(['SCENE_UP_SUSPICIOUS']);
	expect(shownOf(...each, told('SCENE_UP_SUSPICIOUS', 'warning', { file: 'b.glb' }))).toHaveLength(5);
	// Where one of the two names no file, they may be of one input.
	expect(shownOf(...each, told('SCENE_UP_SUSPICIOUS', 'warning'))).toEqual(['SCENE_UP_SUSPICIOUS']);
	const between = told('ROOMS_OVERLAP', 'warning', { room: 'hall', otherRoom: 'way' });
	expect(shownOf(between, told('SCENE_UP_SUSPICIOUS', 'warning', { file: 'a.glb' }))).toEqual(['SCENE_UP_SUSPICIOUS']);
});

it('what is an error by --strict goes with its cause, if that is one as well', () => {
	const lying = (severity: Finding['severity']): Finding => told('SCENE_UP_SUSPICIOUS', severity, { file: 'a.glb' });
	const hook = told('HOOK_OFF_GROUND', 'error', { file: 'a.glb', room: 'hall', at: [1, 2, 3] });
	const door = told('DOOR_OFF_DOORWAY', 'error', { file: 'a.glb', at: [1, 2, 3] });
	expect(shownOf(hook, door, lying('error'))).toEqual(['SCENE_UP_SUSPICIOUS']);
	expect(shownOf(hook, door, lying('warning'))).toHaveLength(3);
});

it('rooms that are upside down are reported once for the level, with the side on which the ground lies', () => {
	const room = (name: string | undefined, down: number): Finding => ({
		...told('WALKABLE_UPSIDE_DOWN', 'warning', { ...(name === undefined ? {} : { room: name }), at: [down, 0, 0] }),
		data: { down, up: 1 },
	});
	const [hall, way, other] = [room('hall', 30), room('way', 12), told('ROOM_UNREACHABLE', 'warning', { room: 'yard' })];
	const once = (...findings: Finding[]): object[] =>
		withoutConsequences(findings).map(({ code, location: { room: of }, data }) => ({ code, of, data }));
	const all = { code: 'WALKABLE_UPSIDE_DOWN', of: 'hall', data: { down: 42, up: 2, rooms: ['hall', 'way'] } };
	expect(once(other, hall, way)).toEqual([{ code: 'ROOM_UNREACHABLE', of: 'yard', data: undefined }, all]);
	// One room is told as it is, and so is a walkmesh that is no room.
	expect(withoutConsequences([hall, room(undefined, 3)])).toEqual([hall, room(undefined, 3)]);
	const off = (axes: string): Finding => ({ ...told('LAYOUT_POSITIONS_OFF', 'warning'), data: { axes } });
	for (const [axes, axis] of [
		['-x y z', 'x'],
		['x -y z', 'y'],
	])
		expect(once(hall, off(axes), way)).toEqual([{ ...all, data: { ...all.data, axis } }]);
	expect(once(hall, off('y x z'), way).map((each) => 'code' in each && each.code)).toEqual([
		'WALKABLE_UPSIDE_DOWN',
		'LAYOUT_POSITIONS_OFF',
	]);
});

it('beside stairs with walkable risers nothing is advised that closes steep faces, everything else is', () => {
	const [weld, rebuild] = [{ option: 'weld' }, { command: 'rebuild', arguments: ['FILE'] }];
	const convert = (...options: { option: string }[]) => ({ command: 'convert', arguments: ['FILE'], options });
	const steep = { option: 'steep', value: 'close' };
	const advised = {
		...told('GROUND_STEEP', 'warning', { file: 'a.glb' }),
		actions: [weld, steep, rebuild, convert(steep), convert(weld)],
	};
	const stairs = (file: string): Finding => told('STAIR_RISERS', 'warning', { file });
	expect(sparingRisers([advised, stairs('a.glb')])[0].actions).toEqual([weld, rebuild, convert(weld)]);
	expect(sparingRisers([advised, stairs('b.glb')])[0]).toBe(advised);
	expect(sparingRisers([advised])[0]).toBe(advised);
});

const inHall = (code: string, x: number, y = 4.5): Finding =>
	told(code, 'warning', { room: 'hall', otherRoom: 'way', at: [x, y, 0] });
const ofFile = (code: string, file: string, severity: Finding['severity'] = 'warning'): Finding =>
	told(code, severity, { file });
const CRACK = { ...told('GROUND_CRACK', 'warning', { room: 'hall', at: [4, 5, 0] }), data: { length: 2 } };
const [MISNUMBERED, ORIGIN] = ['LINKS_MISNUMBERED', 'LAYOUT_POSITIONS_EQUAL'].map((code) => told(code, 'warning'));
const EQUAL = told('ROOMS_EQUAL', 'warning', { room: 'hall', otherRoom: 'hall' });

it.each<[string, Finding, Finding]>([
	['a name that is wrong', told('LEVEL_ROOM_NAME', 'error'), told('LAYOUT_NAME_INVALID', 'warning')],
	['a name there twice', told('LEVEL_ROOM_DUPLICATE', 'error'), told('LAYOUT_NAME_DUPLICATE', 'error')],
	['materials without a surface', ofFile('SURFACE_UNKNOWN', 'a.glb', 'error'), ofFile('MESH_NOT_WALKABLE', 'a.glb')],
	[
		'two rooms at one place',
		told('ROOMS_EQUAL', 'warning', { room: 'side', otherRoom: 'hall' }),
		inHall('LINK_AMBIGUOUS', 20),
	],
	['the end of a crack', CRACK, inHall('T_JUNCTION', 4, 6)],
	['links made before', inHall('LINK_APART', 20), inHall('LINK_ONE_WAY', 20.25)],
	['a doorway unmet', inHall('DOORWAY_UNMET', 20), inHall('LINK_APART', 20.25)],
	['a room moved away', inHall('ROOM_SHIFTED', 20), inHall('LINK_APART', 25)],
	['a room there twice, equal', told('LAYOUT_NAME_DUPLICATE', 'error'), EQUAL],
	['a room there twice, links', told('LAYOUT_NAME_DUPLICATE', 'error'), MISNUMBERED],
	['a node there twice', told('LEVEL_ROOM_DUPLICATE', 'error'), EQUAL],
	['positions that cannot be read', told('LAYOUT_ENTRY_INVALID', 'error'), ORIGIN],
])('%s explains what follows from it', (_, cause, other) => {
	expect(shownOf(cause, other)).toEqual([cause.code]);
	expect(shownOf(other)).toEqual([other.code]);
});

it.each<[string, Finding, Finding]>([
	['materials of another file', ofFile('SURFACE_UNKNOWN', 'b.glb', 'error'), ofFile('MESH_NOT_WALKABLE', 'a.glb')],
	['two other rooms at one place', told('ROOMS_EQUAL', 'warning', { room: 'yard' }), inHall('LINK_AMBIGUOUS', 20)],
	[
		'a warning, of what keeps an output from being written',
		ofFile('SCENE_UP_SUSPICIOUS', 'a.glb'),
		ofFile('WALKABLE_FACE_DOWN', 'a.glb', 'error'),
	],
	['a crack that ends nearer', CRACK, inHall('T_JUNCTION', 4, 7)],
	[
		'a room of that name in another file',
		told('GROUND_CRACK', 'warning', { file: 'a/hall.wok', room: 'hall', at: [4, 5, 0] }),
		told('T_JUNCTION', 'warning', { file: 'b/hall.wok', room: 'hall', at: [4, 5, 0] }),
	],
	['links further off', inHall('LINK_APART', 20), inHall('LINK_ONE_WAY', 20.26)],
	['a doorway further off', inHall('DOORWAY_UNMET', 20), inHall('LINK_APART', 20.26)],
	[
		'another room',
		inHall('ROOM_SHIFTED', 20),
		told('LINK_APART', 'warning', { room: 'yard', otherRoom: 'shed', at: [20, 4.5, 0] }),
	],
	['links misnumbered', MISNUMBERED, EQUAL],
])('%s explains nothing', (_, cause, other) => {
	expect(shownOf(cause, other)).toHaveLength(2);
});

it('a room of which its space cannot be reported has that of the others', () => {
	const unsureOf = (space: string): Finding => ({
		...told('PLACE_SPACE_UNSURE', 'warning', { room: 'hall' }),
		data: { space, at: [1, 2, 3] },
	});
	const unsure = unsureOf('area');
	const taken = (space: string): Finding => ({
		...told('PLACE_SPACE_TAKEN', 'info', { room: 'way' }),
		data: { space },
	});
	expect(shownOf(unsure)).toEqual(['PLACE_SPACE_UNSURE']);
	expect(shownOf(unsure, taken('area'))).toEqual(['PLACE_SPACE_TAKEN']);
	expect(shownOf(unsureOf('room'), taken('room'))).toEqual(['PLACE_SPACE_TAKEN']);
	// It was taken to have the other.
	expect(shownOf(unsureOf('room'), taken('area'))).toContain('PLACE_SPACE_UNSURE');
	expect(shownOf(unsure, taken('area'), taken('room'))).toContain('PLACE_SPACE_UNSURE');
});

it('what is so with several scenes is reported once where they are rooms of a level, and of each where they are not', () => {
	const lying = (file: string, room?: string): Finding => ({
		...told('SCENE_UP_SUSPICIOUS', 'warning', room === undefined ? { file } : { file, room }),
		data: { share: 1, up: 'y', other: 'z' },
	});
	const [hall, way] = [lying('hall.obj', 'hall'), lying('way.obj', 'way')];
	expect(withoutConsequences([hall])).toEqual([hall]);
	const [all, ...more] = withoutConsequences([hall, way]);
	expect(more).toEqual([]);
	expect(all).toMatchObject({ location: hall.location, data: { rooms: ['hall', 'way'] } });
	expect(all.message).toContain('of 2 rooms ("hall", "way")');
	expect(withoutConsequences([all])).toEqual([all]);
	const alone = [lying('hall.obj'), lying('way.obj')];
	expect(withoutConsequences(alone)).toEqual(alone);
	// Read with another axis up, they are two causes.
	const other = { ...way, actions: [{ option: 'up', value: 'x' }] };
	expect(withoutConsequences([hall, other])).toEqual([hall, other]);
});

it('a ceiling that can be walked on is reported as that, and not as ground that nobody reaches', () => {
	const of = (code: string, face: number, room = 'hall'): Finding => told(code, 'warning', { room, face });
	const divided = of('GROUND_DIVIDED', 7);
	expect(withoutConsequences([of('GROUND_STACKED', 7), divided])).toEqual([of('GROUND_STACKED', 7)]);
	expect(withoutConsequences([of('WALKABLE_FACE_HANGING', 3), divided])).toEqual([of('WALKABLE_FACE_HANGING', 3)]);
	// Ground elsewhere in the room is divided by something else.
	for (const other of [of('GROUND_STACKED', 8), of('WALKABLE_FACE_HANGING', 3, 'way')])
		expect(withoutConsequences([other, divided])).toEqual([other, divided]);
});

it('a room stands on end where most others do, though as many of its faces are walls', () => {
	const of = (code: string, name: string): Finding =>
		told(code, 'warning', { file: `${name}.obj`, room: name, at: [1, 1, 1] });
	const lying = (...names: string[]): Finding[] =>
		names.map((name) => ({ ...of('SCENE_UP_SUSPICIOUS', name), data: { share: 1, up: 'y', other: 'z' } }));
	const upright = of('WALKABLE_FACE_VERTICAL', 'c');
	expect(withoutConsequences([...lying('a', 'b'), upright])).not.toContain(upright);
	expect(withoutConsequences([...lying('a'), upright])).toContain(upright);
	expect(withoutConsequences([...lying('a', 'b'), upright, of('T_JUNCTION', 'd')])).toContain(upright);
});

it('rooms of one position that lie in each other’s boxes are a heap only where their ground overlaps', () => {
	const heap: Finding = { ...told('LAYOUT_POSITIONS_EQUAL', 'warning', { room: 'a' }), data: { heap: true } };
	const elsewhere: Finding = { ...heap, data: { heap: false } };
	const overlap = told('ROOMS_STACKED', 'warning', { room: 'a', otherRoom: 'b' });
	expect(withoutConsequences([heap])).toEqual([]);
	expect(withoutConsequences([heap, overlap])).toEqual([heap, overlap]);
	expect(withoutConsequences([elsewhere])).toEqual([elsewhere]);
	// What is found elsewhere does not follow from a heap that is none: a pavilion in its courtyard may be out of reach.
	const unreached = told('ROOM_UNREACHABLE', 'warning', { room: 'a' });
	const whole: Finding = { ...heap, data: { heap: true, count: 2, rooms: 2 } };
	expect(withoutConsequences([whole, unreached])).toEqual([unreached]);
	expect(withoutConsequences([whole, overlap, unreached])).toEqual([whole, overlap]);
	// Of all rooms in one heap one overlap is enough, however often what follows is left out.
	const all: Finding = { ...heap, data: { heap: true, count: 3, rooms: 3 } };
	const rest = [overlap, told('ROOMS_OVERLAP', 'warning', { room: 'b' }), told('ROOM_UNREACHABLE', 'warning')];
	const once = withoutConsequences([...rest, all]);
	expect(once).toEqual([overlap, all]);
	expect(withoutConsequences(once)).toEqual(once);
});

it('what lies far out because of another fault is reported as that fault', () => {
	const far = told('GROUND_FAR', 'warning', {});
	const bare = told('TREE_BOXES_BARE', 'warning', { room: 'a' });
	expect(withoutConsequences([far, bare])).toEqual([far]);
	for (const code of [
		'VERTEX_STRAY',
		'ROOM_RESIZED',
		'SCENE_SIZE_SUSPICIOUS',
		'ROOMS_PLACED_TWICE',
		'LAYOUT_POSITIONS_OFF',
	]) {
		const cause = told(code, 'warning', { room: 'a' });
		expect(withoutConsequences([far, cause])).toEqual([cause]);
	}
	// Another input may lie far out by itself.
	const [one, other] = ['one.obj', 'other.obj'].map((file) => told('GROUND_FAR', 'warning', { file }));
	const size = told('SCENE_SIZE_SUSPICIOUS', 'warning', { file: 'one.obj' });
	expect(withoutConsequences([one, other, size])).toEqual([other, size]);
});
