import { InputError, UsageError } from '../../src/findings/report.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { createHit, type Hit, type QueryMask, type QuerySides, requirePoint } from '../../src/plan/hits.ts';
import type { LevelQuery } from './level-query.ts';
import type { ObjectKind } from './placed.ts';
import type { Walk, WalkOptions } from './walk.ts';

/** Queries as data, for lines of the command's input and for messages between programs. */

export const QUERY_OPS = ['height', 'face', 'ray', 'nearest', 'room', 'walk', 'route'] as const;
export type QueryOp = (typeof QUERY_OPS)[number];

/** A query as data. Points are lists of two or three numbers, in metres; with two, ground of any height counts. */
export interface QueryRequest extends WalkOptions {
	readonly op: QueryOp;
	/** The point of height, face, nearest and room. */
	readonly at?: readonly number[];
	/** The ends of ray, walk and route. */
	readonly from?: readonly number[];
	readonly to?: readonly number[];
	/** Options of rays. */
	readonly mask?: QueryMask;
	readonly hit?: 'nearest' | 'first' | 'all';
	readonly sides?: QuerySides;
	readonly objects?: readonly ObjectKind[];
	/** Copied to the answer. */
	readonly id?: string | number;
}

/** The answer to a query: always the same keys, null where there is no value. */
export interface HitAnswer {
	readonly op: QueryOp;
	readonly hit: boolean;
	/** Name of the room. */
	readonly room: string | null;
	readonly face: number | null;
	/** Surface id. */
	readonly surface: number | null;
	readonly at: Vec3 | null;
	readonly normal: Vec3 | null;
	/** Metres from the start of the query. */
	readonly distance: number | null;
	/** All hits of a ray, nearest first, if `hit` is `all`. */
	readonly hits?: readonly Omit<HitAnswer, 'op' | 'hit'>[];
	readonly id?: string | number;
}

/** How far a creature gets. */
export interface WalkAnswer {
	readonly op: QueryOp;
	readonly arrived: boolean;
	/** Null on arrival. */
	readonly why: string | null;
	readonly at: Vec3;
	/** Name of the room. */
	readonly room: string | null;
	readonly face: number | null;
	/** Metres, in plan. */
	readonly distance: number;
	/** Only of a route: its start, turns and end. */
	readonly points?: readonly Vec3[];
	readonly id?: string | number;
}

/** The answer to a query: of a walk or route, or of the others. */
export type QueryAnswer = HitAnswer | WalkAnswer;

/** Values for what a query leaves out. */
export type QueryDefaults = Pick<QueryRequest, 'mask' | 'hit' | 'sides' | 'objects' | 'radius' | 'height' | 'maxSteps'>;

/** The keys that each query can have, so that a misspelt one is an error. */
const KEYS: Readonly<Record<QueryOp, readonly string[]>> = {
	height: ['at'],
	face: ['at'],
	nearest: ['at'],
	room: ['at'],
	ray: ['from', 'to', 'mask', 'hit', 'sides', 'objects'],
	walk: ['from', 'to', 'radius', 'height', 'maxSteps', 'objects'],
	route: ['from', 'to', 'radius', 'height', 'maxSteps', 'objects'],
};

const scratch: Hit = createHit();

/**
 * Answers a question.
 * @throws UsageError for one that is not understood
 */
export function answer(query: LevelQuery, asked: QueryRequest, defaults: QueryDefaults = {}): QueryAnswer {
	checkRequest(asked);
	const request = withDefaults(asked, defaults);
	const { op, id } = request;
	const result = op === 'walk' || op === 'route' ? answerWalk(query, request) : answerHit(query, request);
	return id === undefined ? result : { ...result, id };
}

function checkRequest(request: unknown): asserts request is QueryRequest {
	if (typeof request !== 'object' || request === null || Array.isArray(request))
		throw new UsageError('A question is an object such as {"op":"height","at":[12,30]}.');
	const { op } = request as { op?: unknown };
	if (typeof op !== 'string' || !Object.hasOwn(KEYS, op))
		throw new UsageError(`op is one of ${QUERY_OPS.join(', ')}, not ${JSON.stringify(op) ?? 'missing'}.`);
	for (const key in request) {
		if (key === 'op' || key === 'id' || KEYS[op as QueryOp].includes(key)) continue;
		throw new UsageError(`${op} has no ${JSON.stringify(key)}. It has: ${KEYS[op as QueryOp].join(', ')}.`);
	}
}

function withDefaults(request: QueryRequest, defaults: QueryDefaults): QueryRequest {
	const keys = KEYS[request.op];
	if (keys.length === 1) return request;
	return { ...Object.fromEntries(Object.entries(defaults).filter(([key]) => keys.includes(key))), ...request };
}

function answerHit(query: LevelQuery, request: QueryRequest): HitAnswer {
	const { op } = request;
	if (op === 'ray') return answerRay(query, request);
	const { at = [] } = request;
	requirePoint(at, 'at', 2);
	switch (op) {
		case 'room': {
			const room = query.roomAt(at[0], at[1]);
			return { ...nothing(op), hit: room >= 0, room: query.level.rooms[room]?.name ?? null };
		}
		case 'nearest':
			return hitAnswer(query, op, query.nearestWalkable(at, scratch));
		default:
			return hitAnswer(query, op, query.groundAt(at[0], at[1], at[2] ?? Infinity, scratch));
	}
}

function answerRay(
	query: LevelQuery,
	{ op, id: _, from = [], to = [], hit = 'nearest', ...options }: QueryRequest,
): HitAnswer {
	requirePoint(from, 'from');
	requirePoint(to, 'to');
	const [a, b] = [from, to] as unknown as readonly [Hit['point'], Hit['point']];
	if (hit !== 'all') return hitAnswer(query, op, query.raycast(a, b, { ...options, hit }, scratch));
	const hits = query.raycast(a, b, { ...options, hit });
	return {
		...hitAnswer(query, op, hits[0]),
		hits: hits.map((each) => {
			const { op: _, hit: __, ...rest } = hitAnswer(query, op, each);
			return rest;
		}),
	};
}

function nothing(op: QueryOp): HitAnswer {
	return { op, hit: false, room: null, face: null, surface: null, at: null, normal: null, distance: null };
}

function hitAnswer({ level }: LevelQuery, op: QueryOp, hit: Hit | undefined): HitAnswer {
	if (hit === undefined) return nothing(op);
	return {
		op,
		hit: true,
		room: level.rooms[hit.room]?.name ?? null,
		face: hit.face,
		surface: hit.surface,
		at: [hit.point[0], hit.point[1], hit.point[2]],
		normal: [hit.normal[0], hit.normal[1], hit.normal[2]],
		distance: hit.distance,
	};
}

function answerWalk(query: LevelQuery, { op, id: _, from = [], to = [], ...options }: QueryRequest): WalkAnswer {
	if (op === 'walk') return walkAnswer(query, op, query.walk(from, to, options));
	const { length, points, ...route } = query.route(from, to, options);
	return { ...walkAnswer(query, op, { ...route, distance: length }), points };
}

function walkAnswer(
	{ level }: LevelQuery,
	op: QueryOp,
	{ arrived, why, at, room, face, distance }: Omit<Walk, 'why'> & { why: string | null },
): WalkAnswer {
	return {
		op,
		arrived,
		why,
		at,
		room: level.rooms[room]?.name ?? null,
		face: face < 0 ? null : face,
		distance,
	};
}

/** Longer lines are refused; characters. */
const LONGEST_LINE = 1 << 20;
/**
 * How many more lines than those that get an answer may get an error. An error costs a hundred times what reading its line does: a megabyte of line
 * feeds took 20 s.
 */
const MOST_ERRORS = 10_000;

/** The answer to a line that is not understood, or whose answer takes too long. */
interface Refusal {
	readonly op: string | null;
	readonly error: string;
	readonly id?: string | number;
}

/**
 * Makes a function that answers a line of JSON with a line of JSON, one that is not understood with `{"op":…,"error":…}`. It throws a UsageError
 * once 10,000 more lines got an error than got an answer.
 */
export function lineAnswers(query: LevelQuery, defaults: QueryDefaults = {}): (line: string) => string {
	let errors = 0;
	return (line) => {
		const result = answerTo(query, line, defaults);
		errors = Math.max(0, errors + ('error' in result ? 1 : -1));
		if (!('error' in result) || errors <= MOST_ERRORS) return JSON.stringify(result);
		throw new UsageError(
			`More than ${MOST_ERRORS} lines got an error instead of an answer, the limit. The last: ${result.error}`,
		);
	};
}

function answerTo(query: LevelQuery, line: string, defaults: QueryDefaults): QueryAnswer | Refusal {
	let request: unknown;
	try {
		if (line.length > LONGEST_LINE)
			throw new UsageError(`The line has ${line.length} characters; ${LONGEST_LINE} at most.`);
		request = parseJson(line);
		return answer(query, request as QueryRequest, defaults);
	} catch (error) {
		if (!(error instanceof UsageError || error instanceof InputError)) throw error;
		const { op, id } = (typeof request === 'object' && request !== null ? request : {}) as {
			op?: unknown;
			id?: unknown;
		};
		return {
			op: typeof op === 'string' ? op.slice(0, 40) : null,
			error: error.message,
			...(typeof id === 'string' || typeof id === 'number' ? { id } : {}),
		};
	}
}

function parseJson(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		throw new UsageError(`This is not JSON: ${JSON.stringify(line.slice(0, 60))}.`);
	}
}
