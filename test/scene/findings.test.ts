import { expect, test } from 'vitest';
import type { FindingType } from '../../src/findings/report.ts';
import { SCENE_FINDINGS as F } from '../../src/scene/findings.ts';
import { told } from '../support/told.ts';

const size = { unit: 'cm', assumed: 'm', size: 1234.56, becomes: 12.3456 };
const nodes = { taken: 2, takenNames: '"a", "b"', left: 1, leftNames: '"c"' };
const SURFACES = 'List the surfaces: wokflow surfaces';

test.each<[FindingType, object, string]>([
	[
		F.FRAME_ASSUMED,
		{ up: 'y', unit: 'm', scale: 1, stated: false },
		'Assuming Y up and metres: no up axis or unit is given. | Add --up AXIS, --unit UNIT or --scale FACTOR.',
	],
	[
		F.FRAME_ASSUMED,
		{ up: 'z', unit: 'cm', scale: 2, stated: true },
		'Reading with Z up and centimetres times 2, as requested. | Add --up AXIS, --unit UNIT or --scale FACTOR.',
	],
	[
		F.SPACE_ASSUMED,
		{},
		'Assuming that coordinates are in area space: nothing is moved. | Add --layout FILE or --origin X,Y,Z.',
	],
	[
		F.SPACE_OF_ROOM,
		{},
		"The room lies about its model's origin, and nothing says where that is in the area: it stays there. | Add --layout FILE or --origin X,Y,Z.",
	],
	[F.SCENE_SIZE_SUSPICIOUS, { size: 1234.56 }, 'The walkable geometry is 1235 m across. | Add --unit UNIT.'],
	[
		F.SCENE_SIZE_SUSPICIOUS,
		{ size: 1234.56, factor: 0.01, unit: 'centimetres', becomes: 12.34567 },
		'The walkable geometry is 1235 m across. If it is in centimetres, a scale of 0.01 makes it 12.35 m. | Add --scale 0.01.',
	],
	[
		F.SCENE_UNIT_STATED,
		size,
		'The file says that its unit is centimetres, but it is read in metres: the walkable geometry is 1235 m across, and 12.35 m in centimetres. | Add --unit cm or --unit m.',
	],
	[
		F.SCENE_UNIT_DOUBTED,
		size,
		'The file says that its unit is centimetres, in which the walkable geometry would be 12.35 m across. Assuming metres, which makes it 1235 m. | Add --unit cm.',
	],
	[
		F.SCENE_UP_SUSPICIOUS,
		{ share: 0.957, up: 'y', other: 'z' },
		'With Y up, 95 % of the walkable area is vertical; with Z up it is level. | Add --up z.',
	],
	[
		F.SURFACE_UNKNOWN,
		{ material: '', triangles: 1 },
		`1 triangle without a material name, so without a surface. | Add --surface "*=Stone". ${SURFACES}`,
	],
	[
		F.SURFACE_UNKNOWN,
		{ material: '', triangles: 2, object: 'hall' },
		`2 triangles of "hall" without a material name, so without a surface. | Add --surface-node "hall=Stone". ${SURFACES}`,
	],
	[
		F.SURFACE_UNKNOWN,
		{ material: 'Walls', triangles: 2, likely: 'Nonwalk' },
		`Material "Walls" is not a surface (2 triangles). | Add --surface "Walls=Nonwalk". ${SURFACES}; write a list to fill in: wokflow init FILE --surfaces`,
	],
	[
		F.SURFACE_UNKNOWN,
		{ material: 'Flor', triangles: 2 },
		`Material "Flor" is not a surface (2 triangles). | Add --surface "Flor=Stone". ${SURFACES}; write a list to fill in: wokflow init FILE --surfaces`,
	],
	[
		F.SURFACE_UNKNOWN,
		{ material: 'Gras', triangles: 2, nearest: 'Grass' },
		`Material "Gras" is not a surface (2 triangles). Did you mean "Grass"? | Add --surface "Gras=Grass". ${SURFACES}; write a list to fill in: wokflow init FILE --surfaces`,
	],
	[
		F.SURFACE_CONFLICT,
		{ material: 'Stone', label: 'Stone', object: 'Rug', objectLabel: 'Carpet', triangles: 1 },
		'The material "Stone" says Stone, but the object is called "Rug", which says Carpet: using Stone for 1 triangle. | Add --surface-node "Rug=Carpet".',
	],
	[F.SURFACES_FILE_INVALID, { problem: 'it is empty' }, `Not a list of surfaces: it is empty. | ${SURFACES}`],
	[
		F.SURFACE_EXTRAS_UNKNOWN,
		{ key: 'surface', value: 'Flor' },
		`The extras have surface = "Flor", which is not a surface. Ignored. | ${SURFACES}`,
	],
	[
		F.SURFACE_FOREIGN,
		{ material: 'Sand', surface: 18, label: 'Dirt', walkable: true },
		`"Sand" is a surface of Neverwinter Nights, not of KotOR. Its number, 18, is Dirt here, walkable. | Add --surface "Sand=Dirt". ${SURFACES}`,
	],
	[
		F.SURFACE_FOREIGN,
		{ material: 'Sand', surface: 18, label: 'Lava', walkable: false },
		`"Sand" is a surface of Neverwinter Nights, not of KotOR. Its number, 18, is Lava here, not walkable. | Add --surface "Sand=Dirt". ${SURFACES}`,
	],
	[
		F.SURFACE_PLACEHOLDER,
		{ material: '', surface: 24, walkable: true },
		`Triangles without a material name get surface 24, an unused row of the surface table; it is walkable. | ${SURFACES}`,
	],
	[
		F.SURFACE_PLACEHOLDER,
		{ material: 'm', surface: 24, walkable: false },
		`Material "m" gets surface 24, an unused row of the surface table; it is not walkable. | ${SURFACES}`,
	],
	[
		F.SURFACE_MAPPING_INVALID,
		{ pattern: 'Floor*', surface: 'Stoen', nearest: 'Stone' },
		`"Stoen" in the mapping "Floor*=Stoen" is not a surface. Did you mean "Stone"? | Add --surface "Floor*=Stone". ${SURFACES}`,
	],
	[
		F.SURFACE_MAPPING_INVALID,
		{ pattern: 'Floor*', surface: '99' },
		`"99" in the mapping "Floor*=99" is not a surface. | ${SURFACES}`,
	],
	[F.SURFACE_MAPPING_UNUSED, { pattern: 'Rug=Carpet', of: 'object' }, 'The mapping "Rug=Carpet" matches no object.'],
	[
		F.NODES_TAKEN,
		{ ...nodes, rule: 'patterns' },
		'Using 2 nodes that match the node patterns: "a", "b"; ignoring 1: "c". | Add --node PATTERN.',
	],
	[
		F.NODES_TAKEN,
		{ ...nodes, rule: 'tagged', taken: 1, left: 0, empty: 1 },
		'Using 1 node named or tagged as walkmesh: "a", "b"; 1 node has no mesh. | Add --node PATTERN.',
	],
	[
		F.NODES_TAKEN,
		{ ...nodes, rule: 'objects', empty: 2 },
		'Using 2 nodes: the named placeables and doors, and what has surfaces besides them: "a", "b"; ignoring 1: "c"; 2 nodes have no mesh. | Add --node PATTERN.',
	],
	[
		F.NODES_TAKEN,
		{ ...nodes, rule: 'everything' },
		'Using 2 nodes, because none is named or tagged as walkmesh: "a", "b"; ignoring 1: "c". | Add --node PATTERN.',
	],
	[F.NODES_TAKEN, { ...nodes, rule: 'tagged', taken: 0 }, 'No node is used; ignoring 1: "c". | Add --node PATTERN.'],
	[
		F.NODE_PATTERN_UNMATCHED,
		{ pattern: 'x', names: '' },
		'The node pattern "x" matches no node. | Add --node PATTERN.',
	],
	[
		F.NODE_PATTERN_UNMATCHED,
		{ pattern: 'x', names: '"a"' },
		'The node pattern "x" matches no node. Nodes: "a". | Add --node PATTERN.',
	],
	[
		F.OBJECT_ROOT_MISSING,
		{ kind: 'door', name: 'gate', distance: 0.9 },
		'The door "gate" has no root node, so its walkmesh is in the space of the scene.',
	],
	[
		F.OBJECT_ROOT_MISSING,
		{ kind: 'door', name: 'gate', distance: 1.23456 },
		'The door "gate" has no root node, so its walkmesh is in the space of the scene, 1.23 m from the origin.',
	],
	[
		F.OBJECT_FAR,
		{ kind: 'placeable', name: 'crate', distance: 12.3456 },
		'The walkmesh of the placeable "crate" is 12.3 m from its origin.',
	],
	[
		F.OBJECT_MADE_LOCAL,
		{ undone: 'a scale of 2' },
		'The node of the placeable or door has a scale of 2; its walkmesh is in model space, without that.',
	],
	[
		F.OBJECT_AXES_KEPT,
		{ degrees: 90 },
		'The root of the placeable or door is rotated by 90° away from upright. Assuming a change of axes, so it was kept.',
	],
	[F.OBJECT_ROOT_TILTED, { degrees: 12.34567 }, 'The placeable or door is tilted by 12.35°, and so is its walkmesh.'],
	[F.OBJECT_ROOT_STRETCHED, { scales: 'sheared' }, 'The placeable or door is sheared, and so is its walkmesh.'],
	[
		F.OBJECT_ROOT_STRETCHED,
		{ scales: '1 × 2 × 1' },
		'The placeable or door is scaled (1 × 2 × 1), and so is its walkmesh.',
	],
	[
		F.OBJECT_COPIES_DIFFER,
		{ name: 'crate', taken: 'a', left: 'b', differs: 'hooks' },
		'"crate" occurs more than once, with different hooks: using "a", ignoring "b".',
	],
	[
		F.HOOK_UNUSED,
		{ why: 'stray', owner: 'placeable "crate"' },
		'Use hook ignored: there is no walkmesh of a placeable "crate" that it belongs to.',
	],
	[F.HOOK_UNUSED, { why: 'unknown', owner: '' }, 'This node is named like a use hook, but not like one of the game.'],
	[F.HOOK_DUPLICATE, { slot: 2, kept: 'a' }, 'The object has two use hooks 2: using "a", ignoring this one.'],
	[
		F.PAINTED_ROOMS,
		{ edges: 1, rooms: '3', encoding: 'srgb' },
		'Vertex colours (sRGB) paint 1 edge as transitions to rooms 3.',
	],
	[
		F.PAINTED_ROOMS,
		{ edges: 2, rooms: '3, 4', encoding: 'linear' },
		'Vertex colours (linear) paint 2 edges as transitions to rooms 3, 4.',
	],
	...(
		[
			['saturated', 'fully saturated green is a mask, not the code of a room'],
			['foreign', 'not every green is the code of a room'],
			['everywhere', 'most edges are green, so it is the colour of the surface'],
		] as const
	).map(([why, reason]): [FindingType, object, string] => [
		F.PAINT_UNREAD,
		{ why },
		`Ignoring pure green vertex colours, which are not painted transitions: ${reason}.`,
	]),
])('$code says what is wrong and what to type', (type, data, words) => {
	expect(told(type, data)).toBe(words);
});
