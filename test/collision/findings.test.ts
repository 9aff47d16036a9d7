import { expect, test } from 'vitest';
import { COLLISION_FINDINGS as F } from '../../level/collision/findings.ts';
import type { FindingType } from '../../src/findings/report.ts';
import { told } from '../support/told.ts';

test.each<[FindingType, object, string]>([
	[F.COLLISION_NO_GEOMETRY, { left: 0 }, 'The model has no triangles. | Add --node PATTERN.'],
	[
		F.COLLISION_NO_GEOMETRY,
		{ left: 5 },
		"The names of the model's nodes leave out all 5 triangles. | Add --node PATTERN.",
	],
	[
		F.COLLISION_LEFT_OUT,
		{ triangles: 5, names: '"a"' },
		'Left out 5 triangles named or tagged as walkmesh or ignored: "a". | Add --node PATTERN.',
	],
	[F.COLLISION_OF_WALKMESH, {}, 'The scene holds nothing but walkmesh; using it as the model.'],
	[
		F.COLLISION_BAND_EMPTY,
		{ from: 0, to: 1, lowest: 2, highest: 3 },
		'Nothing of the model lies between 0 and 1 m; it reaches from 2 to 3 m. | Add --floor METRES or --height METRES.',
	],
	[
		F.COLLISION_ABOVE_FLOOR,
		{ lowest: 2 },
		'The model begins 2 m above its origin, where the floor is. The footprint lies at its lowest point. | Add --floor 0.',
	],
	[
		F.COLLISION_NO_AREA,
		{ points: 5, extent: 0 },
		'The footprint has no area: all 5 points of the model lie above one another. | Add --margin METRES.',
	],
	[
		F.COLLISION_NO_AREA,
		{ points: 5, extent: 2 },
		'The footprint has no area: all 5 points of the model lie on a line 2 m long. | Add --margin METRES.',
	],
	[
		F.DOOR_FRONT_ASIDE,
		{ front: '-y', used: 'x' },
		'The front -y is an end of the leaf, not a broad side; using x. | Add --front SIDE.',
	],
	[
		F.COLLISION_CORNERS,
		{ before: 9, after: 5, added: 0.2 },
		'Simplified the outline from 9 to 5 corners; it covers 0.2 m² more. | Add --corners CORNERS.',
	],
	[
		F.COLLISION_THIN,
		{ measured: 0.01, used: 0.1 },
		'The door is only 0.01 m thick; using 0.1 m. | Add --thickness METRES.',
	],
	[
		F.COLLISION_WIDE,
		{ width: 2, thickness: 3 },
		'The door is 2 m wide and 3 m thick, too thick for one leaf: it may include a frame or a second leaf. | Add --node PATTERN or --leaves 2.',
	],
])('$code says what is wrong and what to type', (type, data, words) => {
	expect(told(type, data)).toBe(words);
});
