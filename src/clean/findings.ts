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
	'Fill it in the source: select the edges around it and make a face of them (in Blender F, in 3ds Max Cap). If it is for a pillar, a pool or a pit, give it walls or a non-walkable face.';

const steepClosed = (): readonly Action[] => [{ option: 'steep', value: THRESHOLDS.tooSteep }];

/**
 * What can be wrong with the geometry of a walkmesh, and what cleaning did about it. Every command that looks at geometry reports
 * from this list: a fault has one code and one sentence.
 */
export const MESH_FINDINGS = defineFindings({
	MESH_WITHOUT_FACES: {
		severity: 'info',
		meaning: 'The walkmesh is empty: it has no ground and no collision.',
		message: (_: Record<string, never>): string => 'The walkmesh has no faces.',
		help: 'Many rooms of the game have no faces. If characters should walk here, the ground is missing.',
	},
	MESH_NOT_WALKABLE: {
		severity: 'warning',
		explainedBy: {
			// Ground without a surface is no ground yet.
			input: ['SURFACE_UNKNOWN'],
		},
		meaning: 'The room has faces, but none of their surfaces is walkable. Nobody can enter it.',
		message: (d: { faces: number }): string =>
			d.faces === 1 ? 'The only face is not walkable.' : `None of the ${d.faces} faces is walkable.`,
		help: 'If characters should walk here, give the floor a walkable surface.',
	},
	SURFACE_BEYOND_TABLE: {
		severity: 'warning',
		meaning:
			'Faces have a surface number that the table does not have. The game cannot know whether they are walkable.',
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
			'The surface is an unused row of the surface table. Steps have no sound there, and mods may use the row for something else.',
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
			'Pieces of ground in one room that share no edges. Characters walk over shared edges only, so they cannot get from one piece to another within the room.',
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
		help: 'If it should be one piece, look for a gap, a step, a non-walkable strip, or a seam that is not welded.',
		fix: { options: (d: { gap?: number }) => bridged(d.gap) },
	},
	GROUND_SEPARATE: {
		severity: 'warning',
		explainedBy: {
			room: CUT_BY,
		},
		meaning:
			'A large part of the ground of a room is one step away from the rest and shares no edge with it: a gap, a riser or a non-walkable strip lies between. Characters walk over shared edges only, so they stop there.',
		message: (d: { kind: 'gap' | 'height'; gap: number; area: number; rest: number }): string =>
			`The ground ends here ${d.kind === 'height' ? `at a step of ${length(d.gap)}` : `${length(d.gap)} from more ground of this room`}: ${squareMetres(d.area)} of this room's ${squareMetres(d.area + d.rest)} share no edge with any other ground.`,
		help: 'Give the strip a walkable surface, or close the gap. Model a stair as a ramp, one sloping floor instead of steps; walkable risers are not enough. Ignore this if characters should stop here.',
		fix: { options: across },
	},
	GROUND_CRACK: {
		severity: 'warning',
		explainedBy: {
			displacement: true,
		},
		meaning:
			'Two open edges of one room run side by side with a small gap. The floor looks whole, but characters walk over shared edges only and stop there.',
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
		meaning: 'Small gaps between edges of one room were closed, so characters can cross.',
		message: (d: { length: number; distance: number }): string =>
			`Closed ${length(d.length)} of cracks in the ground whose sides were up to ${length(d.distance)} apart.`,
		help: 'Close the gap in the source as well, so that model and walkmesh match.',
	},
	SILLS_LAID: {
		severity: 'info',
		meaning: 'Narrow faces were added across gaps, so characters can cross.',
		message: (d: { count: number; area: number; widest: number }): string =>
			`Laid ${countOf(d.count, 'sill', 'sills')} across gaps in the ground up to ${length(d.widest)} wide: ${squareMetres(d.area)}.`,
		help: 'Close the gap in the source as well, so that model and walkmesh match.',
	},
	FLOOR_SIDES_CLOSED: {
		severity: 'info',
		meaning:
			'Sides and undersides of floors, and ceilings, had a walkable surface. They now have one that is not walkable and stops nobody.',
		message: (d: { count: number; surface: string }): string =>
			`Made ${countOf(d.count, 'face', 'faces')} of sides and undersides of floors, and of ceilings, ${d.surface}.`,
		help: 'Nothing to do.',
	},
	GROUND_STEEP_CLOSED: {
		severity: 'info',
		meaning: 'Faces too steep to be ground were made non-walkable, so nobody walks up walls.',
		message: (d: { count: number; degrees: number; surface: string }): string =>
			`${countOf(d.count, 'walkable face', 'walkable faces')} of ${d.degrees}° and more became ${d.surface}.`,
		help: 'Give walls a non-walkable surface in the source as well.',
	},
	GROUND_HOLE: {
		severity: 'warning',
		explainedBy: {
			input: LYING,
			displacement: true,
		},
		meaning:
			'The ground has an empty hole, large enough for a character, without walls around it. A face is missing: characters stop at nothing, and nobody can stand there.',
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
			'The ground has an empty hole without walls around it. It is too small for a character, or so large that it may be for a building or a lake. Characters stop at nothing there.',
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
			'Two floors of one room lie above each other. The game finds ground by x and y, so characters may land on the wrong floor.',
		message: (d: { area: number; dz: number; of: number }): string =>
			`Floor above floor: ${squareMetres(d.area)} of walkable ground is ${length(Math.abs(d.dz))} ${
				d.dz < 0 ? 'below' : 'above'
			} other walkable ground of the same room (face ${d.of}).`,
		help: 'The game finds walkable faces by x and y and chooses by height. Join a platform with the floor beside it by a ramp or steps that share edges, and cut out the floor below it; or make its top non-walkable. Ignore this where people walk on both, as on storeys, bridges and spiral stairs.',
	},
	GROUND_STEEP: {
		severity: 'info',
		explainedBy: {
			input: LYING,
			displacement: true,
		},
		meaning: 'Ground this steep is rare in the game: a steep ramp, or a wall with a walkable surface.',
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
		meaning: 'Faces this steep are hardly floors. Characters walk up them as if climbing a wall.',
		message: (d: { degrees: number; count: number }): string =>
			`${countOf(d.count, 'walkable face is', 'walkable faces are')} steeper than ${THRESHOLDS.tooSteep}°; this one has ${Math.round(d.degrees)}°.`,
		help: 'If it is a wall with a walkable surface, give it a non-walkable one.',
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
			'The risers of this stair are walkable and connect the steps. The game finds ground by x and y, so characters jump up at each riser. If the risers become walls, nobody can climb the stair.',
		message: (d: { height: number; count: number }): string =>
			d.count === 1
				? `The riser of a step ${length(d.height)} high is walkable, and vertical or steeper than ${THRESHOLDS.tooSteep}°.`
				: `The risers of ${d.count} steps are walkable, and vertical or steeper than ${THRESHOLDS.tooSteep}°; this is the highest, ${length(d.height)}.`,
		help: 'Model the stair as a ramp: one sloping floor from bottom to top instead of steps. Do not make the risers non-walkable: that would divide the ground.',
	},
	VERTEX_STRAY: {
		severity: 'warning',
		meaning:
			'One vertex lies far from all others: it was moved by accident, or its coordinates were lost. Its faces are long spikes, invisible ground or walls over everything between.',
		/** @param d `extent`: along each axis from the vertex to the farthest corner of its faces, metres */
		message: (d: { distance: number; size: number; faces: number; extent: Vec3 }): string =>
			`Stray vertex: this corner of ${countOf(d.faces, 'face')} lies ${length(d.distance)} away from all others of the room, which are ${length(d.size)} across.`,
		help: 'Move the vertex back between its neighbours, or delete it and fill the hole.',
	},
	SURFACE_SPECK: {
		severity: 'info',
		explainedBy: {
			spot: ['SURFACE_BEYOND_TABLE', 'SURFACE_ROW_UNUSED'],
		},
		meaning:
			'One small face has a different surface than the faces around it. Steps sound different there, or characters stop at something invisible.',
		message: (d: { surface: string; amid: string }): string => `A single small face is ${d.surface} amid ${d.amid}.`,
		help: 'If this is not intended, give it the surface of the faces around it.',
	},
	HEADROOM_LOW: {
		severity: 'warning',
		explainedBy: {
			input: [...LYING, ...RESIZED],
			displacement: true,
		},
		meaning:
			'A non-walkable face hangs low above the ground. The game stops characters there as at a wall, although the floor continues.',
		message: (d: { headroom: number; area: number; of: number }): string =>
			`Only ${length(d.headroom)} of room above walkable ground: face ${d.of}, which is not walkable, stops characters there. ${squareMetres(d.area)} of ground lies below such faces.`,
		help: `Characters are ${PERSON.height} m tall. Cut out the ground below it, or make it non-walkable, as below tables and beds; where people are meant to pass, raise the face.`,
	},
	FENCE_ACROSS: {
		severity: 'warning',
		explainedBy: {
			displacement: true,
		},
		meaning:
			'A wall stands across ground that continues below it, from one side to the other. Characters stop there, although the floor is whole and path points lead through.',
		message: (d: { count: number; length: number }): string =>
			`${countOf(d.count, 'vertical non-walkable face stands', 'vertical non-walkable faces stand')} across walkable ground here, ${length(d.length)} long, and ${d.count === 1 ? 'leaves' : 'leave'} no gap of 0.7 m, which characters need.`,
		help: 'Remove a wall that pokes through the floor. If the wall is intended, cut the ground along its base, so that the ground ends there.',
	},
	FENCE_ON_GROUND: {
		severity: 'info',
		explainedBy: {
			displacement: true,
		},
		meaning: 'A wall stands on ground that continues below it. It stops characters, but paths lead through it.',
		message: (d: { count: number; length: number }): string =>
			`${countOf(d.count, 'vertical non-walkable face stands', 'vertical non-walkable faces stand')} amid walkable ground, ${length(d.length)} long here: the ground continues on both sides.`,
		help: 'The game stops characters at the wall, but plans paths across it. Cut the ground along its base if it is a fence.',
	},
	...VERTEX_FINDINGS,
	FACE_NOT_FINITE: {
		severity: 'error',
		meaning: 'A corner of a face is NaN or infinite, so the face is missing in the game.',
		message: (): string => 'A face has a corner without finite coordinates.',
		help: 'Repair the source: a coordinate is NaN or infinite, or the face refers to a vertex that does not exist.',
		fix: { stages: ['drop-degenerate'] },
	},
	FACE_NOT_FINITE_DROPPED: {
		severity: 'warning',
		meaning: 'A face with a NaN or infinite corner was left out, so the ground has a hole.',
		message: (): string => 'Removed a face that has a corner without finite coordinates.',
		help: 'Repair the source: there is a hole now.',
	},
	FACE_DEGENERATE: {
		severity: 'info',
		meaning: 'The face has almost no area. Nobody can stand on it, but it can separate the faces beside it.',
		message: (d: { reason: 'repeated' | 'small'; area: number }): string => `Degenerate face: it ${degeneracy(d)}.`,
		help: 'Remove it in the source. A long thin face may hide a T-junction.',
		fix: { stages: ['drop-degenerate'] },
	},
	FACE_DEGENERATE_DROPPED: {
		severity: 'info',
		meaning: 'A face with almost no area was left out.',
		message: (d: {
			reason: 'repeated' | 'small';
			area: number;
			/** True where the face beside it was cut at its middle corner. */
			cut?: boolean;
		}): string =>
			`Removed a degenerate face: it ${degeneracy(d)}.${d.cut === true ? ' The face along it was cut at its corner, so that both sides still share edges.' : ''}`,
		help: 'Nothing to do.',
	},
	FACE_SLIVER: {
		severity: 'info',
		meaning: 'The face is long and extremely narrow. Rounding can flip it, so characters who cross it stop or jump.',
		message: (d: { count: number; width: number; length: number }): string =>
			`${countOf(d.count, 'face is', 'faces are')} narrower than 1 mm; this one is ${length(d.width)} wide and ${length(d.length)} long.`,
		help: 'Remove one of its corners in the source. It may be left over from a cut.',
	},
	FACE_DUPLICATE: {
		severity: 'warning',
		meaning:
			'Two faces are duplicates. More than two faces meet at their edges, and the game connects only two of them. If their surfaces differ, either one may count.',
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
		meaning: 'One of two duplicate faces was left out.',
		message: (d: { of: number }): string => `Removed a duplicate face: face ${d.of} has the same corners.`,
		help: 'Nothing to do.',
	},
	FACE_DOUBLE_SIDED: {
		severity: 'warning',
		explainedBy: {
			spot: ['FACE_DUPLICATE'],
			displacement: true,
		},
		meaning:
			'The floor is double-sided: it has a second face as its back. More than two faces meet at its edges, and the game connects only two of them, so characters may stop there.',
		/** @param d `extent`: along each axis from the middle of the largest face to the farthest corner of all, metres */
		message: (d: { of: number; count: number; extent: Vec3 }): string =>
			d.count === 1
				? `Double-sided floor: walkable face ${d.of} is the other side of this one.`
				: `Double-sided floor: ${d.count} connected walkable faces have a back that is walkable, too; at this one it is face ${d.of}.`,
		help: 'Characters may not cross its edges. Export the floor single-sided, or remove the backs that face down.',
		actions: () => [{ option: 'backs', value: 'drop' }],
		fix: { options: () => [{ option: 'backs', value: 'drop' }] },
	},
	FACE_BACK_DROPPED: {
		severity: 'info',
		meaning: 'The back of a floor was left out.',
		message: (d: { of: number }): string => `Removed the back of walkable face ${d.of}.`,
		help: 'Nothing to do.',
	},
	FACES_DOUBLE_SIDED: {
		severity: 'info',
		meaning: 'Walls are often double-sided. That is harmless if at most one side is walkable.',
		message: (d: { pairs: number }): string =>
			`${countOf(d.pairs, 'pair of faces is', 'pairs of faces are')} front and back of the same triangle.`,
		help: 'Harmless if at most one of the two is walkable.',
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
		meaning: 'A walkable face faces down. Characters walk on it anyway, but it may be a ceiling.',
		message: (d: { surface: string; count: number }): string =>
			d.count === 1
				? `A walkable face (${d.surface}) faces down.`
				: `${d.count} connected walkable faces (${d.surface}) face down; this is the largest.`,
		help: 'Flip it if it is a floor. Give it a non-walkable surface if it is a ceiling.',
		actions: () => [{ option: 'orient', value: 'flip' }],
		fix: { stages: ['fix-winding'], options: () => [{ option: 'orient', value: 'flip' }] },
	},
	WALKABLE_FACE_FLIPPED: {
		severity: 'info',
		meaning: 'A walkable face that faced down was flipped.',
		message: (d: { surface: string; count: number }): string =>
			d.count === 1
				? `Flipped a walkable face (${d.surface}) that faced down.`
				: `Flipped ${d.count} connected walkable faces (${d.surface}) that faced down; this is the largest.`,
		help: 'If it was a ceiling, give it a non-walkable surface.',
	},
	WALKABLE_FACE_HANGING: {
		severity: 'warning',
		explainedBy: {
			spot: ['FACE_DEGENERATE', 'FACE_DOUBLE_SIDED'],
			input: LYING,
			displacement: true,
		},
		meaning:
			'Undersides and sides of a thick floor, or a ceiling, have a walkable surface and count as ground. Edges at the sides are not open, so no room is linked there, and characters may land on the wrong face.',
		message: (d: { surface: string; count: number; kind: Hanging['kind']; height: number }): string => {
			const faces =
				d.count === 1
					? `A walkable face (${d.surface}) faces`
					: `${d.count} connected walkable faces (${d.surface}) face`;
			const where = `${length(d.height)} ${d.kind === 'ceiling' ? 'above' : 'below'} other ground of the room`;
			return `${faces} down, ${where}: ${d.kind === 'ceiling' ? 'a ceiling' : 'the underside of a floor'}.`;
		},
		help: 'Give undersides, sides and ceilings a non-walkable surface that stops nobody, such as Obscuring.',
		actions: steepClosed,
		fix: { options: () => [{ option: 'steep', value: THRESHOLDS.tooSteep }] },
	},
	WALKABLE_UPSIDE_DOWN: {
		severity: 'warning',
		explainedBy: {
			input: LYING,
			displacement: true,
		},
		meaning: 'Most of the ground faces down, as in a mirrored scene.',
		message: (d: {
			down: number;
			up: number;
			/** The rooms that it is reported about at once. */
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
		meaning: 'A walkable face is vertical. Nobody can stand on it. It may be a wall.',
		message: (d: {
			surface: string;
			count: number;
			/** How many of them lean a little. */
			leaning?: number;
		}): string =>
			d.count === 1
				? `A walkable face (${d.surface}) is vertical, so characters cannot stand on it.`
				: `${d.count} connected walkable faces (${d.surface}) are vertical${d.leaning === undefined ? '' : ' or nearly so'}, so characters cannot stand on them; this is the largest.`,
		help: 'Give walls a non-walkable surface, such as Nonwalk.',
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
			'A vertex lies partway along an edge of another face (a T-junction), so the faces share no edge. Characters walk over shared edges only and stop there.',
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
		meaning: 'An edge was split at a vertex of the face beside it, so both sides share edges and characters can cross.',
		message: (): string => 'Cut an open edge at a vertex that lies on it.',
		help: 'Nothing to do.',
	},
	T_JUNCTION_LEFT: {
		severity: 'warning',
		meaning:
			'A vertex lies partway along an edge, and splitting the edge there would ruin a thin face. Characters stop there.',
		message: (d: { distance: number }): string =>
			`T-junction: a vertex lies partway along this open edge, ${length(d.distance)} off, and cutting the edge there would flip or flatten a face.`,
		help: 'Repair the thin face beside the edge in the source.',
	},
	FACES_HEAPED: {
		severity: 'warning',
		meaning:
			'Too many faces lie in one spot to compare all pairs, so some findings may be missing. A mesh may have been copied many times.',
		message: (d: { pairs?: number; limit?: number; what: string }): string =>
			d.limit === undefined
				? `Faces lie in a heap: the search for ${d.what} ended after ${d.pairs} pairs of them, so some may be missing here.`
				: `Too many faces lie on each other: more than ${d.limit} ${d.what}, which are neither listed nor fixed.`,
		help: 'Look for copies of a mesh in the source.',
	},
	SIMPLIFIED: {
		severity: 'info',
		meaning: 'Faces in one plane were merged. The outline of the ground and its links are unchanged.',
		message: (d: { before: number; after: number; deviation: number }): string =>
			`Simplified from ${d.before} to ${d.after} faces; nothing moved by more than ${length(d.deviation)}.`,
		help: 'A larger error or a smaller ratio leaves fewer faces.',
	},
	SIMPLIFY_RATIO_MISSED: {
		severity: 'info',
		meaning: 'More faces were kept than asked for: fewer would change the outline of the ground or move it too far.',
		message: (d: { ratio: number; reached: number; error: number }): string =>
			`${percent(d.reached)} of the faces are left, not the ${percent(d.ratio)} asked for: perimeters, borders and links stay, and nothing may move by more than ${length(d.error)}.`,
		help: 'Allow a larger error if the surface may move farther.',
		actions: () => [{ option: 'simplifyError', placeholder: 'METRES' }],
	},
	SIMPLIFY_RETAINED: {
		severity: 'info',
		meaning: 'Some vertices were kept because removing them would bend the ground or close a hole.',
		message: (d: { vertices: number }): string =>
			`Kept ${countOf(d.vertices, 'vertex', 'vertices')} whose removal would flip a face or move the surface too far.`,
		help: 'Nothing to do.',
	},
});
