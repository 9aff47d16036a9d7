import { CUT_BY, LYING, RESIZED } from '../findings/explained-by.ts';
import { type Action, defineFindings } from '../findings/report.ts';
import { WELD_OPTIONS } from '../geometry/weld.ts';
import type { Vec3 } from '../math/vec3.ts';
import { THRESHOLDS } from '../model/thresholds.ts';
import { PERSON } from '../model/walkmesh.ts';
import { type Misfit, wholeMillimetres } from '../seams/facing-edges.ts';
import { across, bridged, closed, snapBy } from '../seams/finding-words.ts';
import { countOf } from '../text/numbers.ts';
import { listed } from '../text/quote.ts';
import type { Hanging } from './undersides.ts';
import { length, VERTEX_FINDINGS } from './vertex-findings.ts';

/** In one file: a catalogue, in which one looks for a code. */

function percent(share: number): string {
	return `${Number((share * 100).toPrecision(3))} %`;
}

function squareMetres(area: number): string {
	return `${Number(area.toPrecision(3))} m²`;
}

function degeneracy(d: { reason: 'repeated' | 'small'; area: number }): string {
	return d.reason === 'repeated'
		? 'uses a vertex twice'
		: `has an area of only ${Number((d.area * 1e6).toPrecision(3))} mm²`;
}

interface GroundHole {
	/** Square metres in plan. */
	readonly area: number;
	/** Metres, where it is widest. */
	readonly width: number;
	readonly edges: number;
}

const hole = (d: GroundHole): string =>
	`Hole in the ground: ${squareMetres(d.area)} without a face, up to ${length(d.width)} wide, with ${countOf(d.edges, 'open edge')} around it.`;
const FILL_HOLE =
	'Fill it in the source: select the edges around it and make a face of them (in Blender F, in 3ds Max Cap). Where it is the place of a pillar, a pool or a pit, give it walls or a face that cannot be walked on.';

const steepClosed = (): readonly Action[] => [{ option: 'steep', value: THRESHOLDS.tooSteep }];

/**
 * What can be wrong with the geometry of a walkmesh, and what cleaning did about it. Every command that looks at geometry reports
 * from this list: a fault has one code and one sentence.
 */
export const MESH_FINDINGS = defineFindings({
	MESH_WITHOUT_FACES: {
		severity: 'info',
		meaning: 'The walkmesh is empty: nobody walks there, and nothing stops anybody.',
		message: (_: Record<string, never>): string => 'The walkmesh has no faces.',
		help: 'Many rooms of the game have none. If characters should walk here, the ground is missing.',
	},
	MESH_NOT_WALKABLE: {
		severity: 'warning',
		explainedBy: {
			// Ground without a surface is no ground yet.
			input: ['SURFACE_UNKNOWN'],
		},
		meaning: 'The room has faces, but all of them have surfaces that characters cannot walk on. Nobody can enter it.',
		message: (d: { faces: number }): string =>
			d.faces === 1 ? 'The only face is not walkable.' : `None of the ${d.faces} faces is walkable.`,
		help: 'If characters should walk here, give the floor a walkable surface.',
	},
	SURFACE_BEYOND_TABLE: {
		severity: 'warning',
		meaning:
			'Faces have the number of a surface that the table does not have. Without its row the game does not know whether they can be walked on.',
		message: (d: { surface: number; count: number; table: string }): string =>
			`${countOf(d.count, 'face has', 'faces have')} surface ${d.surface}, which surface table "${d.table}" does not list: not walkable.`,
		help: 'Use the surfacemat.2da that the walkmesh was made for.',
		actions: () => [{ option: 'surfacemat', placeholder: 'FILE' }],
	},
	SURFACE_ROW_UNUSED: {
		severity: 'warning',
		explainedBy: {
			// The material of a scene is reported, so its row in the surface table need not be.
			level: ['SURFACE_PLACEHOLDER', 'SURFACE_FOREIGN'],
		},
		meaning:
			'The surface is an empty row of the table of the game, which no walkmesh of the game uses. Steps have no sound there, and mods may use the row for something else.',
		message: (d: { surface: number; count: number; table: string; walkable: boolean }): string =>
			`${countOf(d.count, 'face has', 'faces have')} surface ${d.surface}, an unused row of surface table "${d.table}": ${d.walkable ? '' : 'not '}walkable.`,
		help: 'Use a surface that has a name.',
		actions: () => [{ command: 'surfaces' }],
	},
	WALKABLE_ISLANDS: {
		severity: 'info',
		explainedBy: {
			room: [...CUT_BY, 'GROUND_SEPARATE'],
		},
		meaning:
			'Ground of one room that shares no edges with the rest. Characters walk from face to face over shared edges, so they cannot get from one piece to another within the room.',
		message: (d: {
			count: number;
			areas: readonly number[];
			gap?: number;
			/** From the largest piece of ground to the next one (`line`) and to each of the others (`lines`): points in area space, metres. */
			line?: readonly Vec3[];
			lines?: readonly (readonly Vec3[])[];
		}): string =>
			`The walkable ground is in ${d.count} separate pieces${
				d.areas.length === 0 ? '' : `: ${d.areas.map(squareMetres).join(', ')}${d.count > d.areas.length ? ', …' : ''}`
			}.${d.gap === undefined ? '' : ` Here the ground ends ${length(d.gap)} from another piece.`}`,
		help: 'If it should be one, look for a gap, a step, a strip that is not walkable, or a seam that is not welded.',
		fix: { options: (d: { gap?: number }) => bridged(d.gap) },
	},
	GROUND_SEPARATE: {
		severity: 'warning',
		explainedBy: {
			room: CUT_BY,
		},
		meaning:
			'A large part of the ground of one room ends a step beside the rest and shares no edge with it: a strip or riser that is not walkable, or a gap, lies between. Characters walk over shared edges only, so they stop where a player would walk on.',
		message: (d: { kind: 'gap' | 'height'; gap: number; area: number; rest: number }): string =>
			`The ground ends here ${d.kind === 'height' ? `at a step of ${length(d.gap)}` : `${length(d.gap)} from more ground of this room`}: ${squareMetres(d.area)} of this room's ${squareMetres(d.area + d.rest)} share no edge with any other ground.`,
		help: 'Give the strip between them a walkable surface, or close the gap. A stair is walked on as a ramp, one sloping floor instead of its steps: walkable risers do not make one of it. Ignore this where something is meant to stop characters here.',
		fix: { options: across },
	},
	GROUND_CRACK: {
		severity: 'warning',
		explainedBy: {
			displacement: true,
		},
		meaning:
			'Two open edges of one room run along each other, a little apart. The floor seems whole, but characters walk over shared edges only and stop there.',
		message: (d: {
			/** How the two edges miss each other. */
			kind: Misfit;
			gap: number;
			otherEdge: number;
			/** The length along which the edges run beside each other, at all locations together; metres. */
			length: number;
			count: number;
			/** The value of `snap` that closes all such places, metres; more than can be given where none does. */
			snap: number;
			/** Areas of the two pieces of ground, square metres; empty where both sides belong to one. */
			areas: readonly number[];
		}): string =>
			`${d.kind === 'height' ? 'Step' : 'Crack'}: this open edge and edge ${d.otherEdge} of the same room ${
				d.kind === 'height' ? 'differ in height' : d.kind === 'overlap' ? 'overlap' : 'are apart'
			} by ${length(d.gap)}, so characters cannot cross here.${
				d.areas.length === 0
					? ''
					: ` It separates ${squareMetres(d.areas[0])} of walkable ground from ${squareMetres(d.areas[1])}.`
			}${d.count === 1 ? '' : ` There are ${d.count} such places; this is the worst.`}`,
		help: 'Close the floor in the source, or move the edges together.',
		actions: (d: { snap: number }) => snapBy(d.snap),
		fix: {
			stages: ['mend-seams'],
			// The last step welds, which may move vertices, too.
			options: (d: { snap?: number; gap?: number; kind?: Misfit }) =>
				closed(d, wholeMillimetres((d.snap ?? 0) + WELD_OPTIONS.tolerance.default)),
		},
	},
	GROUND_CRACKS_MENDED: {
		severity: 'info',
		meaning: 'Edges of one room that lay a little apart were moved together, so that characters can cross there.',
		message: (d: { length: number; distance: number }): string =>
			`Closed ${length(d.length)} of cracks in the ground whose sides were up to ${length(d.distance)} apart.`,
		help: 'Close the floor in the source as well, so that models and walkmeshes agree.',
	},
	SILLS_LAID: {
		severity: 'info',
		meaning: 'Narrow faces were added between edges that lay apart, so that characters can cross there.',
		message: (d: { count: number; area: number; widest: number }): string =>
			`Laid ${countOf(d.count, 'sill', 'sills')} across gaps in the ground up to ${length(d.widest)} wide: ${squareMetres(d.area)}.`,
		help: 'Close the floor in the source as well, so that models and walkmeshes agree.',
	},
	FLOOR_SIDES_CLOSED: {
		severity: 'info',
		meaning:
			'Sides and undersides of floors, and ceilings, had the surface of the ground. They were given one that stops nobody and cannot be walked on.',
		message: (d: { count: number; surface: string }): string =>
			`Made ${countOf(d.count, 'face', 'faces')} of sides and undersides of floors, and of ceilings, ${d.surface}.`,
		help: 'Nothing needs to be done.',
	},
	GROUND_STEEP_CLOSED: {
		severity: 'info',
		meaning: 'Faces too steep to be ground were given a surface that is not walkable, so that nobody walks up walls.',
		message: (d: { count: number; degrees: number; surface: string }): string =>
			`${countOf(d.count, 'walkable face', 'walkable faces')} of ${d.degrees}° and more became ${d.surface}.`,
		help: 'Give walls a surface that is not walkable in the source as well.',
	},
	GROUND_HOLE: {
		severity: 'warning',
		explainedBy: {
			input: LYING,
			displacement: true,
		},
		meaning:
			'The ground has a hole in which a character would have room, without walls around it and with nothing in it or below it. A face is missing: characters stop at nothing, and whoever is put there stands nowhere.',
		message: hole,
		help: FILL_HOLE,
	},
	GROUND_HOLE_SMALL: {
		severity: 'info',
		explainedBy: {
			input: LYING,
			displacement: true,
		},
		meaning:
			'The ground has a hole without walls around it and with nothing in it. It is too small for a character, or so large that it may be the place of a building or a lake. Characters stop at nothing there.',
		message: hole,
		help: FILL_HOLE,
	},
	GROUND_STACKED: {
		severity: 'warning',
		explainedBy: {
			spot: ['FACE_DUPLICATE', 'FACE_DOUBLE_SIDED'],
			room: ['WALKABLE_FACE_HANGING'],
			input: [...LYING, ...RESIZED],
			displacement: true,
		},
		meaning:
			'Two floors of one room lie above each other. The game looks for ground by x and y, so that characters may be put on the wrong one.',
		message: (d: { area: number; dz: number; of: number }): string =>
			`Floor above floor: ${squareMetres(d.area)} of walkable ground is ${length(Math.abs(d.dz))} ${
				d.dz < 0 ? 'below' : 'above'
			} other walkable ground of the same room (face ${d.of}).`,
		help: 'The game finds walkable faces by x and y and chooses by height. Give one of the floors a surface that is not walkable, or make it a room of its own.',
	},
	GROUND_STEEP: {
		severity: 'info',
		explainedBy: {
			input: LYING,
			displacement: true,
		},
		meaning: 'Ground this steep is rare in the game: a ramp, or a wall with the surface of a floor.',
		message: (d: {
			degrees: number;
			count: number;
			/** How many of them are fronts of steps, between ground at their foot and at their head. */
			risers?: number;
		}): string =>
			`${countOf(d.count, 'walkable face is', 'walkable faces are')} steeper than ${THRESHOLDS.steep}°; this one has ${Math.round(d.degrees)}°.`,
		help: 'Characters walk on it all the same. Real rooms are rarely steeper than 12°.',
		fix: {
			// That would close the stair.
			options: (d: { risers?: unknown }) =>
				d.risers === undefined ? [{ option: 'steep', value: THRESHOLDS.steep }] : undefined,
		},
	},
	GROUND_TOO_STEEP: {
		severity: 'warning',
		explainedBy: {
			input: LYING,
			displacement: true,
		},
		meaning:
			'Faces this steep are hardly floors. Characters walk up them as if they were level, which seems like climbing a wall.',
		message: (d: { degrees: number; count: number }): string =>
			`${countOf(d.count, 'walkable face is', 'walkable faces are')} steeper than ${THRESHOLDS.tooSteep}°; this one has ${Math.round(d.degrees)}°.`,
		help: 'A wall that was given a walkable surface by mistake? Give it one that is not walkable.',
		actions: steepClosed,
		fix: { options: () => [{ option: 'steep', value: THRESHOLDS.tooSteep }] },
	},
	STAIR_RISERS: {
		severity: 'warning',
		explainedBy: {
			input: LYING,
			displacement: true,
		},
		meaning:
			'The fronts of steps belong to the ground and connect the steps. The game finds ground by x and y, so characters rise in jerks at fronts like these, which cover nearly nothing seen from above; and if they are closed like walls, nobody can climb the stair.',
		message: (d: { height: number; count: number }): string =>
			d.count === 1
				? `The riser of a step ${length(d.height)} high is walkable, and vertical or steeper than ${THRESHOLDS.tooSteep}°.`
				: `The risers of ${d.count} steps are walkable, and vertical or steeper than ${THRESHOLDS.tooSteep}°; this is the highest, ${length(d.height)}.`,
		help: 'Model the stair as a ramp: one sloping floor from its foot to its head instead of the steps. Do not give the risers a surface that is not walkable: it would divide the ground.',
	},
	VERTEX_STRAY: {
		severity: 'warning',
		meaning:
			'One corner of the ground lies far away from all others: it was moved by accident, or is a point whose coordinates were lost. Its faces are drawn out into long spikes over everything between, and lie there as ground or walls that nobody sees.',
		/** @param d `extent`: along each axis from the vertex to the farthest corner of its faces, metres */
		message: (d: { distance: number; size: number; faces: number; extent: Vec3 }): string =>
			`Stray vertex: this corner of ${countOf(d.faces, 'face')} lies ${length(d.distance)} away from all others of the room, which are ${length(d.size)} across.`,
		help: 'Move the vertex back between those beside it, or delete it and fill the hole.',
	},
	SURFACE_SPECK: {
		severity: 'info',
		explainedBy: {
			spot: ['SURFACE_BEYOND_TABLE', 'SURFACE_ROW_UNUSED'],
		},
		meaning:
			'One small face has another surface than all around it: steps sound otherwise there, or characters stop at something that nobody sees.',
		message: (d: { surface: string; amid: string }): string => `A single small face is ${d.surface} amid ${d.amid}.`,
		help: 'If it was not meant, give it the surface of the faces around it.',
	},
	HEADROOM_LOW: {
		severity: 'warning',
		explainedBy: {
			input: [...LYING, ...RESIZED],
			displacement: true,
		},
		meaning:
			'Something that is not walkable hangs low above ground. The game stops characters there as at a wall, though the floor goes on.',
		message: (d: { headroom: number; area: number; of: number }): string =>
			`Only ${length(d.headroom)} of room above walkable ground: face ${d.of}, which is not walkable, stops characters there. ${squareMetres(d.area)} of ground lies below such faces.`,
		help: `People are ${PERSON.height} m high. Raise what hangs there, or cut the ground away below it.`,
	},
	FENCE_ACROSS: {
		severity: 'warning',
		explainedBy: {
			displacement: true,
		},
		meaning:
			'Upright faces that are not walkable stand across ground that goes on below them, from one end of it to the other. Characters stop there, though the floor is whole and paths lead through.',
		message: (d: { count: number; length: number }): string =>
			`${countOf(d.count, 'upright face that is not walkable stands', 'upright faces that are not walkable stand')} across walkable ground here, ${length(d.length)} long: neither end leaves the 0.7 m that characters need to get by.`,
		help: 'A wall that pokes through the floor has to go. Where it is meant, cut the ground along its foot, so that it ends there.',
	},
	FENCE_ON_GROUND: {
		severity: 'info',
		explainedBy: {
			displacement: true,
		},
		meaning:
			'Upright faces that are not walkable stand on ground that goes on below them. They stop characters, but paths lead through them.',
		message: (d: { count: number; length: number }): string =>
			`${countOf(d.count, 'upright face that is not walkable stands', 'upright faces that are not walkable stand')} amid walkable ground, ${length(d.length)} long here: the ground continues on both sides.`,
		help: 'The game stops characters at it, but finds ground there, and paths are planned across it. Cut the ground along its foot if it is a fence.',
	},
	...VERTEX_FINDINGS,
	FACE_NOT_FINITE: {
		severity: 'error',
		meaning: 'A corner of a face is no number or infinite, so there is no such face in the game.',
		message: (): string => 'A face has a corner without finite coordinates.',
		help: 'Repair the source: a coordinate is NaN or infinite, or the face names a vertex that does not exist.',
		fix: { stages: ['drop-degenerate'] },
	},
	FACE_NOT_FINITE_DROPPED: {
		severity: 'warning',
		meaning: 'A face whose corner is no number or infinite was left out, and there is a hole in the ground.',
		message: (): string => 'Removed a face that has a corner without finite coordinates.',
		help: 'Repair the source: there is a hole now.',
	},
	FACE_DEGENERATE: {
		severity: 'info',
		meaning: 'A face with next to no area. Nobody can stand on it, but it can separate the faces beside it.',
		message: (d: { reason: 'repeated' | 'small'; area: number }): string => `Degenerate face: it ${degeneracy(d)}.`,
		help: 'Nothing stands on it. Remove it in the source; a long thin one may hide a T-junction.',
		fix: { stages: ['drop-degenerate'] },
	},
	FACE_DEGENERATE_DROPPED: {
		severity: 'info',
		meaning: 'A face with next to no area was left out, as it can only be in the way.',
		message: (d: {
			reason: 'repeated' | 'small';
			area: number;
			/** True where the face beside it was cut at its middle corner. */
			cut?: boolean;
		}): string =>
			`Removed a degenerate face: it ${degeneracy(d)}.${d.cut === true ? ' The face along it was cut at its corner, so that both sides still share edges.' : ''}`,
		help: 'Nothing needs to be done.',
	},
	FACE_SLIVER: {
		severity: 'info',
		meaning:
			'A face that is long and next to nothing wide. Rounding can turn it over, so that characters who cross it stop or are lifted.',
		message: (d: { count: number; width: number; length: number }): string =>
			`${countOf(d.count, 'face is', 'faces are')} narrower than 1 mm; this one is ${length(d.width)} wide and ${length(d.length)} long.`,
		help: 'Leave out one of its corners in the source. It may be the remains of a cut.',
	},
	FACE_DUPLICATE: {
		severity: 'warning',
		meaning:
			'Two faces lie on each other. At their edges more than two faces meet, and the game links only two of them. If they have different surfaces, whether the spot is walkable depends on which of them counts.',
		message: (d: {
			of: number;
			/** Along each axis from the middle of the face to its farthest corner, metres. */
			extent: Vec3;
			/** The surfaces of the two, where they differ, and that of the one that counts. */
			surface?: string;
			kept?: string;
		}): string =>
			d.surface === undefined
				? `Duplicate face: face ${d.of} has the same corners.`
				: `Duplicate faces differ in surface: ${d.surface} here, ${d.kept} on face ${d.of}. The ${d.kept} one counts.`,
		help: 'Remove one of the two in the source. A walkable face wins over others, an earlier one over later ones.',
		fix: { stages: ['weld', 'drop-duplicate'] },
	},
	FACE_DUPLICATE_DROPPED: {
		severity: 'info',
		meaning: 'Of two faces that lay on each other one was left out.',
		message: (d: { of: number }): string => `Removed a duplicate face: face ${d.of} has the same corners.`,
		help: 'Nothing needs to be done.',
	},
	FACE_DOUBLE_SIDED: {
		severity: 'warning',
		explainedBy: {
			spot: ['FACE_DUPLICATE'],
			displacement: true,
		},
		meaning:
			'A floor has a second face that is its back. At its edges more than two faces meet, and the game links only two of them, so characters may stop there.',
		/** @param d `extent`: along each axis from the middle of the largest face to the farthest corner of all, metres */
		message: (d: { of: number; count: number; extent: Vec3 }): string =>
			d.count === 1
				? `Double-sided floor: walkable face ${d.of} is the other side of this one.`
				: `Double-sided floor: ${d.count} connected walkable faces have a back that is walkable, too; at this one it is face ${d.of}.`,
		help: 'Characters may not cross its edges. Export the floor single-sided, or have the backs that face down removed.',
		actions: () => [{ option: 'backs', value: 'drop' }],
		fix: { options: () => [{ option: 'backs', value: 'drop' }] },
	},
	FACE_BACK_DROPPED: {
		severity: 'info',
		meaning: 'The back of a floor was left out, as nobody walks on it from below.',
		message: (d: { of: number }): string => `Removed the back of walkable face ${d.of}.`,
		help: 'Nothing needs to be done.',
	},
	FACES_DOUBLE_SIDED: {
		severity: 'info',
		meaning: 'Walls are often modelled with both sides. Where at most one side is walkable that changes nothing.',
		message: (d: { pairs: number }): string =>
			`${countOf(d.pairs, 'pair of faces is', 'pairs of faces are')} front and back of the same triangle.`,
		help: 'They do no harm where at most one of the two is walkable.',
	},
	WALKABLE_FACE_DOWN: {
		severity: 'warning',
		explainedBy: {
			spot: ['FACE_DEGENERATE', 'FACE_DOUBLE_SIDED'],
			// Upside down: the doorways of a mirrored room lie elsewhere, and one that is turned over leads away from them.
			room: ['WALKABLE_UPSIDE_DOWN'],
			input: LYING,
			displacement: true,
		},
		meaning:
			'A face with a walkable surface has its front below. The game walks on it all the same, but it may be a ceiling that nobody should stand on.',
		message: (d: { surface: string; count: number }): string =>
			d.count === 1
				? `A walkable face (${d.surface}) faces down.`
				: `${d.count} connected walkable faces (${d.surface}) face down; this is the largest.`,
		help: 'A floor must be flipped; a ceiling needs a surface that is not walkable.',
		actions: () => [{ option: 'orient', value: 'flip' }],
		fix: { stages: ['fix-winding'], options: () => [{ option: 'orient', value: 'flip' }] },
	},
	WALKABLE_FACE_FLIPPED: {
		severity: 'info',
		meaning: 'A walkable face had its front below and was flipped, as floors have it above.',
		message: (d: { surface: string; count: number }): string =>
			d.count === 1
				? `Flipped a walkable face (${d.surface}) that faced down.`
				: `Flipped ${d.count} connected walkable faces (${d.surface}) that faced down; this is the largest.`,
		help: 'If it was a ceiling, give it a surface that is not walkable.',
	},
	WALKABLE_FACE_HANGING: {
		severity: 'warning',
		explainedBy: {
			spot: ['FACE_DEGENERATE', 'FACE_DOUBLE_SIDED'],
			input: LYING,
			displacement: true,
		},
		meaning:
			'A floor with thickness has an underside and sides, and a room a ceiling. With the surface of the floor they count as ground: seams at the sides are not open, so no room is linked there, and characters may come to stand on the wrong one.',
		message: (d: { surface: string; count: number; kind: Hanging['kind']; height: number }): string => {
			const faces =
				d.count === 1
					? `A walkable face (${d.surface}) faces`
					: `${d.count} connected walkable faces (${d.surface}) face`;
			const where = `${length(d.height)} ${d.kind === 'ceiling' ? 'above' : 'below'} other ground of the room`;
			return `${faces} down, ${where}: ${d.kind === 'ceiling' ? 'a ceiling' : 'the underside of a floor'}.`;
		},
		help: 'Give undersides, sides and ceilings a surface that is not walkable and stops nobody, such as Obscuring.',
		actions: steepClosed,
		fix: { options: () => [{ option: 'steep', value: THRESHOLDS.tooSteep }] },
	},
	WALKABLE_UPSIDE_DOWN: {
		severity: 'warning',
		explainedBy: {
			input: LYING,
			displacement: true,
		},
		meaning:
			'Most of the ground has its front below, as when a scene was mirrored. Slopes and trees are then derived from the wrong side.',
		message: (d: {
			down: number;
			up: number;
			/** The rooms of which it is reported at once. */
			rooms?: readonly string[];
			/** The axis along which the ground lies on the other side than the layout says. */
			axis?: string;
		}): string =>
			`Most of the walkable area ${d.rooms === undefined ? '' : `of ${d.rooms.length} rooms (${listed(d.rooms)}) `}faces down (${squareMetres(d.down)} of ${squareMetres(d.down + d.up)}): ${
				d.rooms === undefined ? 'the mesh is' : 'they are'
			} mirrored${d.axis === undefined ? ' or inside out' : ` along ${d.axis}`}.`,
		help: 'Flip it, or repair the mirrored scale or the normals in the source.',
		actions: () => [{ option: 'orient', value: 'flip' }],
		fix: { stages: ['fix-winding'], options: () => [{ option: 'orient', value: 'flip' }] },
	},
	WALKABLE_FACE_VERTICAL: {
		severity: 'warning',
		explainedBy: {
			spot: ['FACE_DEGENERATE'],
			// The sides of a floor with thickness are closed with its underside.
			room: ['WALKABLE_FACE_HANGING'],
			// Floors that stand upright are no floors, and lengths in another unit fit no threshold.
			input: LYING,
			displacement: true,
		},
		meaning:
			'A face with a walkable surface stands upright. It covers no ground seen from above, so nobody can stand on it, and walls may be meant.',
		message: (d: {
			surface: string;
			count: number;
			/** How many of them lean a little. */
			leaning?: number;
		}): string =>
			d.count === 1
				? `A walkable face (${d.surface}) is vertical, so characters cannot stand on it.`
				: `${d.count} connected walkable faces (${d.surface}) are vertical${d.leaning === undefined ? '' : ' or nearly so'}, so characters cannot stand on them; this is the largest.`,
		help: 'Give walls a surface that is not walkable, such as Nonwalk.',
		actions: steepClosed,
		fix: { options: () => [{ option: 'steep', value: THRESHOLDS.tooSteep }] },
	},
	T_JUNCTION: {
		severity: 'warning',
		explainedBy: {
			// The ends of a crack lie on the edges beside it.
			spot: ['GROUND_CRACK', 'WALKABLE_FACE_VERTICAL'],
			displacement: true,
		},
		meaning:
			'On one side of a line the ground has a vertex where the other side has none. The edges there are not the same, and characters walk over shared edges only, so they stop.',
		message: (d: { distance: number }): string =>
			d.distance < 5e-6
				? 'T-junction: a vertex lies partway along this open edge, so characters cannot cross here.'
				: `T-junction: a vertex lies partway along this open edge, ${length(d.distance)} off, so characters cannot cross here.`,
		help: 'Cut the edge at the vertex.',
		actions: () => [{ option: 'fixTJunctions' }],
		fix: { stages: ['fix-tjunctions'] },
	},
	T_JUNCTION_MENDED: {
		severity: 'info',
		meaning:
			'An edge was cut where the face beside it has a vertex, so that both sides share edges and characters can cross.',
		message: (): string => 'Cut an open edge at a vertex that lies on it.',
		help: 'Nothing needs to be done.',
	},
	T_JUNCTION_LEFT: {
		severity: 'warning',
		meaning:
			'The ground has a vertex partway along an edge, and cutting the edge there would spoil a thin face. Characters stop there.',
		message: (d: { distance: number }): string =>
			`T-junction: a vertex lies partway along this open edge, ${length(d.distance)} off, and cutting the edge there would flip or flatten a face.`,
		help: 'Repair the thin face beside the edge in the source.',
	},
	FACES_HEAPED: {
		severity: 'warning',
		meaning:
			'Very many faces lie in one spot, so that not all pairs of them were compared. Copies of a mesh may lie on one another; what is wrong between them is not all reported.',
		message: (d: { pairs?: number; limit?: number; what: string }): string =>
			d.limit === undefined
				? `Faces lie in a heap: the search for ${d.what} ended after ${d.pairs} pairs of them, so some may be missing here.`
				: `Faces lie in a heap: there are more than ${d.limit} ${d.what}, which are neither listed nor mended.`,
		help: 'Many faces seem to lie on one another; look at the source.',
	},
	SIMPLIFIED: {
		severity: 'info',
		meaning:
			'Faces that lie in one plane were joined to fewer. The outline of the ground and its links stay as they were.',
		message: (d: { before: number; after: number; deviation: number }): string =>
			`Simplified from ${d.before} to ${d.after} faces; nothing moved by more than ${length(d.deviation)}.`,
		help: 'A larger error or a smaller ratio leaves fewer faces.',
	},
	SIMPLIFY_RATIO_MISSED: {
		severity: 'info',
		meaning: 'Fewer faces would change the outline of the ground or move it too far, so more were kept than asked for.',
		message: (d: { ratio: number; reached: number; error: number }): string =>
			`${percent(d.reached)} of the faces are left, not the ${percent(d.ratio)} asked for: perimeters, borders and links stay, and nothing may move by more than ${length(d.error)}.`,
		help: 'Allow a larger error if the surface may move farther.',
		actions: () => [{ option: 'simplifyError', placeholder: 'METRES' }],
	},
	SIMPLIFY_RETAINED: {
		severity: 'info',
		meaning: 'Some vertices were kept where removing them would bend the ground or close a hole.',
		message: (d: { vertices: number }): string =>
			`Kept ${countOf(d.vertices, 'vertex', 'vertices')} whose removal would flip a face or move the surface too far.`,
		help: 'Nothing needs to be done.',
	},
});
