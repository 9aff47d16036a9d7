import { LYING, OFF_BY_POSITIONS, RESIZED } from '../../src/findings/explained-by.ts';
import { defineFindings } from '../../src/findings/report.ts';
import { point } from '../../src/seams/finding-words.ts';
import { countOf } from '../../src/text/numbers.ts';

/** How the positions of a layout have to be changed, all of them: what stands where x, y and z should, with their signs, or what to multiply with. */
export type PositionsChanged = { readonly axes: string } | { readonly factor: number };

function changeOf(change: PositionsChanged): string {
	return 'axes' in change ? `${change.axes} instead of x y z` : `multiplied by ${Number(change.factor.toPrecision(5))}`;
}

/** What can be wrong with a layout and its visibility file, in whatever format they were read. */
export const LAYOUT_FINDINGS = defineFindings({
	LAYOUT_DOORHOOK_ROOM_UNKNOWN: {
		severity: 'info',
		meaning:
			'A door hook belongs to a room that is not in the layout. Only tools use door hooks; the game reads doors from other files.',
		message: (d: { door: string; room: string }): string =>
			`Door hook "${d.door}" names room "${d.room}", which is not in the layout.`,
		help: 'Harmless: several layouts of the game have such hooks.',
	},
	LAYOUT_NAME_INVALID: {
		severity: 'warning',
		explainedBy: {
			// The names of the layout are those of the scene's nodes.
			input: ['LEVEL_ROOM_NAME'],
		},
		meaning:
			'The game finds models and walkmeshes by names of at most 16 letters, digits and underscores. It does not find this one.',
		message: (d: { name: string; problem: 'empty' | 'length' | 'characters' }): string =>
			d.problem === 'empty'
				? 'A name is empty.'
				: d.problem === 'length'
					? `The name "${d.name}" has ${d.name.length} characters; the game accepts 16.`
					: `The name "${d.name}" has characters other than letters, digits and "_".`,
		help: 'Rename the model and its files.',
	},
	LAYOUT_NAME_DUPLICATE: {
		severity: 'error',
		explainedBy: {
			input: ['LEVEL_ROOM_DUPLICATE'],
		},
		meaning:
			'A room is listed twice in the layout. Both lines have the same files, but transitions count lines, so links to the second room lead to the first.',
		message: (d: { name: string; first: number; again: number }): string =>
			`Room ${d.again} has the same name as room ${d.first}: "${d.name}".`,
		help: 'Files are found by name, ignoring case, so both rooms would share one walkmesh, whose transitions can count for one of them only. Remove one of the lines, or give the second room its own model.',
	},
	LAYOUT_POSITION_OFF: {
		severity: 'warning',
		explainedBy: {
			room: ['ROOM_SHIFTED', 'ROOMS_EQUAL'],
			input: RESIZED,
			level: [...OFF_BY_POSITIONS, ...LYING],
			displacement: true,
		},
		meaning:
			'The position of a room in the layout does not match its ground. The game draws the room at its position in the layout, and characters walk where the ground is.',
		message: (d: {
			name: string;
			position: readonly number[];
			distance: number;
			/** True where the position is that of a node in a scene. */
			scene: boolean;
			/** From the position to the middle of the ground, at its lowest height, metres. */
			by: readonly number[];
		}): string => {
			const off = `at ${point(d.position)}, ${Number(d.distance.toPrecision(3))} m outside its ground; those of other rooms fit`;
			return d.scene
				? `The node of room "${d.name}" stands ${off}. Move its origin by ${point(d.by)}, and leave the ground where it is.`
				: `The layout puts room "${d.name}" ${off}.`;
		},
		help: 'A walkmesh is in area space: if its room is moved in the layout, the walkmesh must be moved by the same distance. Move the room back, or move its walkmesh along. In a scene, set the origin of the room to where its ground is: it becomes the position.',
		actions: (d: { scene: boolean }) =>
			d.scene
				? []
				: [
						{
							command: 'link',
							arguments: ['LAYOUT'],
							options: [{ option: 'from', placeholder: 'OLD' }, { option: 'move' }, { option: 'inPlace' }],
						},
					],
	},
	LAYOUT_POSITIONS_OFF: {
		severity: 'warning',
		explainedBy: {
			input: RESIZED,
			level: [...OFF_BY_POSITIONS, ...LYING],
		},
		meaning:
			'All positions in the layout are off from the ground of their rooms in the same way: they use another unit or other axes, or the ground was rotated, mirrored or scaled as a whole. The game draws the rooms at their positions, and characters walk where the ground is.',
		message: (
			d: PositionsChanged & {
				rooms: number;
				/** Of the farthest position, metres. */
				distance: number;
			},
		): string =>
			`The layout puts ${d.rooms} rooms up to ${Number(d.distance.toPrecision(3))} m outside their ground. All would fit it if positions were ${changeOf(d)}.`,
		help: 'Correct the positions in the layout: in metres, with Z up. If the ground is wrong instead, convert it again with the right unit and axes.',
	},
	LAYOUT_POSITIONS_APART: {
		severity: 'warning',
		explainedBy: {
			input: [...LYING, ...RESIZED],
			level: ['PLACE_SPACE_UNSURE'],
		},
		meaning:
			'Each room lies at its position in the layout, but hardly any room meets another: the positions use another unit or other axes than the rooms. In the game the rooms are apart or overlap.',
		message: (d: PositionsChanged & { pairs: number; now: number }): string =>
			`Where the layout puts them, ${d.now === 0 ? 'no two rooms meet' : `only ${countOf(d.now, 'pair')} of rooms ${d.now === 1 ? 'meets' : 'meet'}`}. ${d.pairs} pairs would if positions were ${changeOf(d)}.`,
		help: 'Correct the positions in the layout: in metres, with Z up, in the axes of the rooms. If walkmeshes were made with the wrong positions, make them again.',
	},
	ROOMS_SWAPPED: {
		severity: 'warning',
		meaning:
			'The layout puts each of these rooms where the ground of another one lies: their walkmesh files were swapped, for example when copying. In the game characters see one room and walk on the ground of another, and links lead to the wrong room.',
		message: (d: { names: readonly string[] }): string =>
			`The layout puts room ${d.names.map((name, i) => `"${name}" at the ground of "${d.names[(i + 1) % d.names.length]}"`).join(', ')}: their walkmeshes changed places.`,
		help: 'Swap the names of their files. If the files are right, swap the positions in the layout instead.',
	},
	LAYOUT_POSITIONS_EQUAL: {
		severity: 'warning',
		explainedBy: {
			room: ['ROOMS_EQUAL'],
			// Objects that are no rooms of their own stand where their room does.
			input: ['LEVEL_ROOMS_DOUBTFUL'],
			// What cannot be read counts as 0.
			level: [...OFF_BY_POSITIONS, 'LAYOUT_ENTRY_INVALID'],
		},
		meaning:
			'Several rooms have the same position in the layout, although their ground lies elsewhere or on top of each other. If their models have their own origins, the game draws them on top of each other.',
		message: (d: { count: number; rooms: number; position: readonly number[]; heap: boolean }): string =>
			`The layout has ${d.count === d.rooms ? `all ${d.count}` : `${d.count} of ${d.rooms}`} rooms at ${point(d.position)}, ${
				d.heap ? 'and their ground lies in one heap there' : 'but their ground lies elsewhere'
			}.`,
		help: 'The game draws the model of a room at its position in the layout; its walkmesh is in area space. Exporters may leave every position at the origin: write the positions of the rooms into the layout. Ignore this where the models are in area space as well.',
	},
	LAYOUT_POSITIONS_SHARED: {
		severity: 'info',
		meaning:
			'All rooms have the same position, and their ground lies side by side, as in a level modelled in one scene. That is right if the room models use area coordinates as well.',
		message: (d: { count: number; position: readonly number[] }): string =>
			`All ${d.count} rooms have the position ${point(d.position)}, so their models must be in area space, as their walkmeshes are.`,
		help: 'If the models have their own origins, give each room its position in the scene or in the layout.',
	},
	VIS_ROOM_UNKNOWN: {
		severity: 'info',
		meaning: 'The visibility file lists a room that is not in the layout. Nothing is drawn for it.',
		message: (d: { name: string }): string => `Room "${d.name}" is not in the layout.`,
		help: 'The game ignores such names. Remove them, or correct the spelling.',
	},
	VIS_LINK_UNSEEN: {
		severity: 'warning',
		explainedBy: {
			room: ['ROOMS_SWAPPED'],
		},
		fix: { redo: 'visibility' },
		meaning:
			'Characters can walk from one room to the other, but the game does not draw one from the other: they step into a void.',
		message: (d: { room: string; other: string; count: number }): string =>
			d.count === 1
				? `Rooms "${d.room}" and "${d.other}" are linked, but the visibility file does not list one for the other: whoever walks over sees nothing there.`
				: `Room "${d.room}" is linked with ${d.count} rooms, and the visibility file lists none of these links: characters who cross see nothing there.`,
		help: 'Add each room to the entry of the other, or write the visibility from the links.',
		actions: () => [{ option: 'newVis' }],
	},
	VIS_LINKS_NONE: {
		severity: 'warning',
		meaning: 'No linked room is drawn from its neighbour. The visibility file may be of another level, or empty.',
		message: (d: { pairs: number }): string =>
			`The visibility file lists none of the ${d.pairs} pairs of linked rooms: characters who cross see nothing there.`,
		help: 'Write the visibility again from the links.',
		actions: () => [{ option: 'newVis' }],
	},
	VIS_ROOM_UNSEEN: {
		severity: 'info',
		explainedBy: {
			room: ['VIS_LINK_UNSEEN'],
			level: ['VIS_LINKS_NONE'],
		},
		meaning:
			'The room is in no entry of the visibility file. From inside, nothing else is drawn, and it is not drawn from anywhere.',
		message: (d: { room: string }): string =>
			`Room "${d.room}" of the layout is not in the visibility file: no other room is drawn from it, and it is drawn from no other room.`,
		help: 'Add an entry for it. Building the level writes a visibility file from the links between the rooms.',
	},
});
