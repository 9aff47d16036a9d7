import { ASCII_WRITE_OPTIONS } from '../exporters/ascii/options.ts';
import { BWM_WRITE_OPTIONS } from '../exporters/bwm/index.ts';
import { GLTF_WRITE_OPTIONS } from '../exporters/gltf/index.ts';
import { ASCII_READ_OPTIONS } from '../importers/ascii/options.ts';
import { GLTF_READ_OPTIONS } from '../importers/gltf/options.ts';
import { OBJ_READ_OPTIONS } from '../importers/obj/options.ts';
import { TREE_OPTIONS } from '../src/bwm/derive.ts';
import { DEGENERATE_OPTIONS } from '../src/clean/degenerate.ts';
import { DROP_DUPLICATE_OPTIONS } from '../src/clean/duplicates.ts';
import { SILL_OPTIONS } from '../src/clean/sills.ts';
import { SIMPLIFY_OPTIONS } from '../src/clean/simplify.ts';
import {
	choice,
	degrees,
	flag,
	type GivenOf,
	metres,
	number,
	optional,
	orFalse,
	orWords,
	pairs,
	reworded,
	text,
	vector,
} from '../src/findings/options.ts';
import { WELD_OPTIONS } from '../src/geometry/weld.ts';
import type { Vec3 } from '../src/math/vec3.ts';
import { K1, SURFACE_TABLES } from '../src/model/surfaces.ts';
import { LINK_OPTIONS } from '../src/seams/link.ts';
import { LEAST_MEMORY } from './disk/watched.ts';

/**
 * The options of conversions and levels, in groups. The command line, configs, hosts and the library use them under the same names. Options of
 * a single format or stage are declared with it.
 */

/** How an input is read. Formats may add options of their own: see `Registry.readOptions`. */
export const READ_OPTIONS = {
	from: text('Format of the input.', { placeholder: 'format', otherwise: 'by content, then by name' }),
	...GLTF_READ_OPTIONS,
	...OBJ_READ_OPTIONS,
	...ASCII_READ_OPTIONS,
};
/** Options of reading; `READ_OPTIONS` explains each. */
export type ReadOptions = GivenOf<typeof READ_OPTIONS>;

/** How an output is written. */
export const WRITE_OPTIONS = {
	to: text('Format of the output.', { placeholder: 'format', otherwise: 'by its extension' }),
	...BWM_WRITE_OPTIONS,
	...ASCII_WRITE_OPTIONS,
	...GLTF_WRITE_OPTIONS,
};
/** Options of writing; `WRITE_OPTIONS` explains each. */
export type WriteOptions = GivenOf<typeof WRITE_OPTIONS>;

/** Which surfaces there are, and which materials mean them. */
export const SURFACE_OPTIONS = {
	surface: pairs<string | number>('Surface of materials whose names mean none, by pattern, such as "Floor*=Stone".', {
		placeholder: 'pattern=surface',
	}),
	surfaceNode: pairs<string | number>(
		'Surface of nodes or objects and all below them, by pattern, such as "Rug*=Carpet", whatever their materials say.',
		{ placeholder: 'pattern=surface' },
	),
	surfaces: text('List of materials and their surfaces: lines "material = surface", or a JSON object.', {
		placeholder: 'file',
	}),
	surfacemat: text(`Surface table: ${Object.keys(SURFACE_TABLES).join(', ')}, or a surfacemat.2da file.`, {
		placeholder: 'table',
		otherwise: K1.name,
	}),
};

/** Options of the stages that scenes go through. */
export const MESH_OPTIONS = {
	weld: orFalse(reworded(WELD_OPTIONS.tolerance, 'Merge vertices closer than this; false leaves them as they are.')),
	minArea: reworded(DEGENERATE_OPTIONS.minArea, 'Drop faces smaller than this.'),
	steep: optional(
		degrees(
			'Walkable faces at least this steep become Nonwalk; sides and undersides of floors, and ceilings, Obscuring.',
			60,
			{ limits: { above: 0, maximum: 90 } },
		),
		'none',
	),
	backs: DROP_DUPLICATE_OPTIONS.backs,
	orient: choice('What becomes of walkable faces that face down.', ['keep', 'flip', 'refuse'], 'keep'),
	snap: metres('Move open edges up to this far apart together: within a room, and of rooms that are linked.', 0, {
		limits: LINK_OPTIONS.snap.limits ?? {},
	}),
	fixTJunctions: flag('Split long walkable edges where other vertices lie on them.', false),
	simplify: number('Keep this share of the faces.', undefined, {
		limits: { minimum: 0, maximum: 1 },
		otherwise: 'all',
	}),
	simplifyError: optional(
		reworded(SIMPLIFY_OPTIONS.error, 'How far the ground may move when it is simplified.'),
		`${SIMPLIFY_OPTIONS.error.default} m, with simplify`,
	),
};
export type MeshOptions = GivenOf<typeof MESH_OPTIONS>;

/** Where the room of a conversion lies in its area. */
export const PLACE_ROOM_OPTIONS = {
	layout: text('Layout (.lyt) that the room belongs to: it positions the room and names the rooms of markers.', {
		placeholder: 'file',
	}),
	room: text('Which room of the layout it is.', {
		placeholder: 'name',
		otherwise: 'by the name of the output, then of the input',
	}),
	origin: vector<Vec3 | undefined>("Position of the room's own origin in the area.", 3, undefined),
	roomSpace: choice('Space of the vertices in the files of rooms.', ['auto', 'room', 'area'], 'auto'),
};

/** Changes to a walkmesh as a whole, made in this order. */
export const CHANGE_OPTIONS = {
	resize: number('Scale the finished walkmesh about the origin by this factor.', undefined, { limits: { above: 0 } }),
	mirror: optional(choice('Mirror along an axis; faces keep facing up.', ['x', 'y'], 'x')),
	rotate: degrees('Turn about z, counter-clockwise from above.', undefined),
	translate: vector<Vec3 | undefined>('Move by this much.', 3, undefined),
};
export type ChangeOptions = GivenOf<typeof CHANGE_OPTIONS>;

/** How the rooms of a level are linked. */
export const JOIN_OPTIONS = {
	conform: flag('Divide rooms alike along their seams.', true),
	sills: optional(
		orWords(
			reworded(
				SILL_OPTIONS.reach,
				'Lay ground across gaps between rooms up to this wide, such as thresholds in thick walls.',
			),
			['auto'],
		),
		'none',
	),
	unmatched: LINK_OPTIONS.unmatched,
};
/** What the stages of conversions and levels are chosen by. */
export const RECIPE_OPTIONS = { ...MESH_OPTIONS, ...JOIN_OPTIONS };
export type JoinOptions = GivenOf<typeof JOIN_OPTIONS> & Pick<MeshOptions, 'snap'>;

/** Where the files of rooms are. */
export const ROOM_FOLDER_OPTION = {
	roomFolder: text('Where the files of the rooms of a layout lie.', {
		placeholder: 'folder',
		otherwise: 'beside the layout',
	}),
};

/** Where the files of rooms are, and in which space their vertices. */
export const ROOM_FILE_OPTIONS = { ...ROOM_FOLDER_OPTION, roomSpace: PLACE_ROOM_OPTIONS.roomSpace };

/** Leave to replace what would be kept otherwise. */
export const FORCE_OPTION = {
	force: flag('Overwrite inputs, and files that wokflow did not make.', false, { short: 'f' }),
};

/** Where the outputs of a command go. Configs name them in their targets. */
export const OUTPUT_OPTIONS = { output: text('Where to write.', { placeholder: 'path', short: 'o' }), ...FORCE_OPTION };
export type OutputChoice = GivenOf<typeof OUTPUT_OPTIONS>;

/** Options of every target of a config, in one flat object, under the same names as on the command line. */
export const TARGET_OPTIONS = { ...READ_OPTIONS, ...SURFACE_OPTIONS, ...MESH_OPTIONS, ...TREE_OPTIONS };

/** Options of conversions. */
export const CONVERT_OPTIONS = { ...TARGET_OPTIONS, ...PLACE_ROOM_OPTIONS, ...CHANGE_OPTIONS, ...WRITE_OPTIONS };

/** How many files a command works on at a time. */
export const JOBS_OPTION = {
	jobs: number('Threads at most.', undefined, {
		short: 'j',
		limits: { minimum: 1, integer: true },
		otherwise: 'as many as the machine has, where there are many files',
	}),
};

/** How targets are built. */
export const BUILD_OPTIONS = {
	force: flag('Make everything again, and overwrite files that wokflow did not make.', false, { short: 'f' }),
	dryRun: flag('Say what would be made and why; write nothing.', false, { short: 'n' }),
	jobs: { ...JOBS_OPTION.jobs, otherwise: 'as many as the machine has, where there is enough to do' },
	cache: text('Cache that machines share: a folder, or the address of a server with the remote cache of Bazel.', {
		placeholder: 'folder|url',
		otherwise: 'none',
	}),
	shard: text('Build one part of the targets only, such as 3/8: the third of eight.', {
		placeholder: 'k/n',
		otherwise: 'all',
	}),
};

/** Limits of a run. A separate process checks them, because a busy thread cannot. */
export const RUN_LIMIT_OPTIONS = {
	timeout: number('Seconds after which it is given up; 0 for never.', undefined, {
		placeholder: 's',
		limits: { minimum: 0 },
		otherwise: '3600',
	}),
	maxMemory: number('Megabytes that it may take.', undefined, {
		placeholder: 'mb',
		limits: { minimum: LEAST_MEMORY, integer: true },
		otherwise: 'three quarters of what the machine has',
	}),
};
