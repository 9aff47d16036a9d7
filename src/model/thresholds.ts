import { PERSON } from './walkmesh.ts';

/**
 * From where on something is wrong: the thresholds of checks, of the stages that mend what these report, and of the advice in findings. A fact has one
 * threshold, whoever asks. Lengths are in metres, areas in square metres, angles in degrees. How exactly is computed, and how long is searched, stays
 * beside the code that does it.
 */
export const THRESHOLDS = {
	// Geometry of a room.
	/** Vertices this near are one: what exporters split for normals and textures. */
	weld: 1e-4,
	/** Vertices on open edges up to this far apart were meant to be one. In 108 real rooms none are between 0.1 mm and 10 mm apart. */
	nearMiss: 0.01,
	/** A vertex this near an edge lies on it. */
	onEdge: 1e-3,
	/** A face narrower than this is a sliver. Of 4,525 faces of real rooms two are, and the next is 36 mm wide. */
	sliver: 1e-3,
	/** A walkable face this steep is rare. In real rooms 90 % are flatter than 12°; 24 of 5,309 are steeper than 45°. */
	steep: 45,
	/** And this steep it is a wall: half a degree more than 60, as a slope of 4 to 7, drawn on a grid, has 60.3°. 17 of 5,309 are steeper than 60°. */
	tooSteep: 60.5,
	/** What is higher than this is no step but a ledge. Steps of stairs are 0.15 to 0.3 m high. */
	riser: 0.5,
	/** Ground this near in height is the same floor, whose faces may be wound the wrong way. */
	sameFloor: 0.01,
	/** Larger holes are the place of a building or a lake. Faces of a terrain have up to 12.5, those of a grid with cells of 5 m. */
	holeArea: 25,
	/** Narrower holes are cracks, which have a finding of their own. */
	holeWidth: 0.1,
	/** Larger faces of a surface of their own are meant, such as a mat or a grating. */
	speckArea: 0.25,
	/** Anything lower above the ground is a step or lies on it. */
	headroom: 0.1,
	/** The foot of a fence, or of what stands on the ground, is at most this far above or below the ground. */
	foot: 0.1,
	/** The ground goes on at least this far on both sides of a fence; otherwise it is a wall along the end of the ground. */
	besideFence: 0.05,
	/** A shorter fence is a post. */
	fenceLength: 0.5,
	/** A piece of ground that is separate and smaller is a ledge or a table; so is one of a smaller share of the rest. */
	pieceArea: 1,
	pieceShare: 0.05,
	/** A vertex is stray that lies outside the box of all others by more than this share of its diagonal, and spoils the ground; and by so many metres. */
	strayShare: 0.5,
	strayDistance: 2,
	/** The same in plan where no face shows that it is wrong: the outermost point of a wedge lies far out, too. */
	strayShareAlone: 3,
	strayDistanceAlone: 20,

	// Seams and links.
	/** Edges whose ends are this near lie on each other. */
	link: 2e-3,
	/** The farthest that edges are moved together: what lies farther apart was not meant to meet. */
	snap: 0.1,
	/** Edges farther apart are not the two sides of a seam. */
	facing: 0.5,
	/** Ground that goes on this far across a strip without faces was meant to be one, where nothing stands between. None of 20 real rooms has such a strip. */
	strip: 1.25,
	/** What is narrower stops a person. The narrowest doorway of the game is 1.98 m wide. */
	passage: 2 * PERSON.radius,
	/** A strip across a doorway that cannot be walked on is no broader: what is broader may be meant to stop characters. */
	barrier: 1.5,
	/** What is no higher above the ground is a kerb or a sill, and ground that rises by more from one point to the next a step to another floor. */
	kerb: 0.3,
	/** A shorter open edge is the corner of something. */
	leakLength: 0.5,
	/** Ground this much higher or lower is another floor. */
	otherFloor: 2,
	/** Ground of two rooms this much above each other is two floors. */
	overlapHeight: 0.5,

	// Rooms of a level.
	/** How far the position of a room may lie outside its ground where those of other rooms lie within theirs. */
	positionOff: 2,
	/** Where all rooms lie beside their positions, one is off that is this many times farther away than is usual. */
	positionUnusual: 3,

	// Things in an area.
	/** A door farther from the middle of its doorway is off it. In the game it is 0.4 m at most, where rooms end at the door. */
	doorAway: 0.5,
	/** Degrees between a door and its sill. */
	doorTurned: 2,
	/** A door may be this far above or below its sill. */
	doorHeight: 0.05,
	/** A door farther from every doorway is at none of them: it stands amid a room or leads to another module. */
	doorReach: 2.5,
	/** How far beside the ground a door may stand that has no doorway. */
	doorBeside: 1.5,
	/** Things may be this far above or below the ground. In the game, creatures and waypoints are within 0.16 m. */
	thingHeight: 0.3,
	/** What is this far beside the ground still stands on its edge: coordinates are rounded. */
	thingBeside: 0.02,
	/** How far beside the ground a use hook may be, and how far above or below it. */
	hookBeside: 0.1,
	hookHeight: 0.5,
	/** A hook this far inside a face of its object is inside and not at its edge. */
	hookInside: 0.05,

	// Tables of a file.
	/** A plane that runs so far beside a corner of its face is none that rounding explains: in real rooms it is 0.4 mm at most. */
	plane: 0.01,
	/** Boxes that reach less beyond their faces have no margin. Those of the game reach 0.01 m, those of some tools hardly at all. */
	boxMargin: 0.005,
} as const;

/** Cosine of the slope from which walkable faces are walls. */
export const WALL_COSINE: number = Math.cos((THRESHOLDS.tooSteep * Math.PI) / 180);
