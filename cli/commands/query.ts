import type { HitAnswer, QueryAnswer, QueryOp, QueryRequest } from '../../level/query/answers.ts';
import type { LevelQuery } from '../../level/query/level-query.ts';
import { WALKING_OPTIONS } from '../../level/query/walk.ts';
import { choice, flag, given, optional, texts } from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import { shellQuoted } from '../../src/model/advice.ts';
import { type SurfaceTable, surfaceLabel } from '../../src/model/surfaces.ts';
import { DOOR_STATES } from '../../src/model/walkmesh.ts';
import { didYouMean } from '../../src/text/names.ts';
import { decimal, decimals } from '../../src/text/numbers.ts';
import { declareCommand } from '../shared/command.ts';
import { EXIT } from '../shared/ending.ts';
import { levelInputOptions, openLevelInput } from '../shared/level-input.ts';
import type { Session } from '../shared/session.ts';
import { extensionList } from '../shared/terminal.ts';

/** Questions and how many points each takes. */
const OPS: Readonly<Record<QueryOp, 1 | 2>> = { height: 1, face: 1, nearest: 1, room: 1, ray: 2, walk: 2, route: 2 };

const ASKED = {
	mask: optional(
		choice('Which faces a ray hits, by columns of the surface table.', ['walk', 'walkcheck', 'sight', 'all'], 'all'),
		'all',
	),
	hit: optional(choice('Which hits of a ray.', ['nearest', 'first', 'all'], 'nearest'), 'nearest'),
	sides: optional(choice('Which sides of faces a ray hits.', ['both', 'front', 'back'], 'both'), 'both'),
	...WALKING_OPTIONS,
};

const OPTIONS = {
	stdin: flag('Answer questions from standard input: a JSON object a line, an answer a line.', false),
	...ASKED,
	object: texts('Door or placeable that stands in the area: its file, x,y,z and bearing in degrees.', {
		placeholder: 'file=x,y,z,bearing',
	}),
	placed: flag(
		'Doors and placeables of the area take part: those of its GIT, or of its placements, beside the layout, or of the scene.',
		false,
	),
	doors: choice('State of the doors that stand in the area.', DOOR_STATES, 'closed'),
	storedTree: flag('Walk down the AABB tree of the file, as the game does, instead of one that is built.', false),
};

export const queryCommand = declareCommand({
	name: 'query',
	summary: 'ask a walkmesh or level: ground, rays, nearest walkable point, room, straight walks, shortest routes',
	isInputWord: (index, words) => {
		const asks = words.findIndex((word, at) => at > 0 && Object.hasOwn(OPS, word));
		return asks < 0 || index < asks;
	},
	words: ({ layouts }) => ({
		'<words...>': `walkmeshes, a scene, or a layout (${extensionList(layouts)}); then ${Object.keys(OPS).join(', ')} and its points`,
	}),
	options: (registry) => ({ ...OPTIONS, ...levelInputOptions(registry) }),
	negativeWords: true,
	help: `Examples:
  wokflow query room.wok height 12,30              the ground at x,y
  wokflow query room.wok height 12,30,2.5          the ground at or below 2.5 m
  wokflow query room.wok ray 1,2,9 1,2,-9 --mask walk
  wokflow query m01aa.lyt walk 12,30 18,31         how far a straight walk comes, and why not farther
  wokflow query m01aa.lyt route 12,30 48,31        the shortest way on foot
  wokflow query m01aa.lyt --stdin < questions.jsonl

Questions of --stdin: {"op":"height","at":[12,30]}, {"op":"ray","from":[1,2,9],"to":[1,2,-9],"mask":"walk"}, {"op":"walk","from":[12,30],"to":[18,31],"radius":0.35}. Flags are what questions leave out.

Exit codes: 0 found, or arrived; 1 not; 2 wrong use; 3 input that could not be read.`,
	async run(session) {
		const { words, options } = session;
		const { inputs, op, points } = splitWords(words, options.stdin ?? false);
		const { answer, lineAnswers } = await import('../../level/query/answers.ts');
		const query = await openLevelInput(session, inputs, {
			storedTree: options.storedTree ?? false,
			placed: options.placed ?? false,
			objects: await Promise.all(
				(options.object ?? []).map(async (typed) => {
					const at = typed.lastIndexOf('=');
					const placement = placementOf(at < 0 ? '' : typed.slice(at + 1));
					return { source: await session.open(typed.slice(0, at)), placement };
				}),
			),
		});
		const defaults = {
			...given(ASKED, options),
			...(options.object === undefined && options.placed !== true
				? {}
				: { objects: ['placeable', options.doors ?? 'closed'] as const }),
		};
		if (op === undefined) {
			await answerAll(session, lineAnswers(query, defaults));
			return undefined;
		}
		const [first, second] = points;
		const request = (OPS[op] === 1 ? { op, at: first } : { op, from: first, to: second }) as QueryRequest;
		const result = answer(query, request, defaults);
		if (session.wantsJson) session.json({ ...result });
		else print(result, query, session);
		return ('arrived' in result ? result.arrived : result.hit) ? EXIT.fine : EXIT.findings;
	},
});

/** Inputs first, then the question, then its points. */
function splitWords(
	words: readonly string[],
	stdin: boolean,
): { inputs: readonly string[]; op: QueryOp | undefined; points: readonly (readonly number[])[] } {
	const at = words.findIndex((word, index) => index > 0 && Object.hasOwn(OPS, word));
	if (stdin) {
		if (at >= 0)
			throw new UsageError(`Questions of --stdin are on standard input; leave out "${words.slice(at).join(' ')}".`);
		return { inputs: words, op: undefined, points: [] };
	}
	if (at < 0) {
		const known = Object.keys(OPS).join(', ');
		const [first, ...rest] = words;
		const input = rest.find((word) => !numbersOf(word).every(Number.isFinite));
		if (Object.hasOwn(OPS, first) && input !== undefined) {
			const asked = [first, ...rest.filter((word) => word !== input)].join(' ');
			throw new UsageError(`What is asked comes after the input: wokflow query ${shellQuoted(input)} ${asked}`);
		}
		const misspelt = words.slice(1).flatMap((word) => didYouMean(word, Object.keys(OPS)) || []);
		throw new UsageError(
			`Say what to ask: ${known}. For example: wokflow query ${words[0]} height 12,30.${misspelt[0] ?? ''}`,
		);
	}
	const op = words[at] as QueryOp;
	const points = words.slice(at + 1).map(pointOf);
	if (points.length === OPS[op]) return { inputs: words.slice(0, at), op, points };
	const example = op === 'ray' ? 'ray 1,2,9 1,2,-9' : OPS[op] === 1 ? `${op} 12,30` : `${op} 12,30 18,31`;
	throw new UsageError(`${op} takes ${OPS[op] === 1 ? 'one point' : 'two points'}. For example: ${example}`);
}

function numbersOf(typed: string): number[] {
	return typed.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
}

function pointOf(typed: string): number[] {
	const point = numbersOf(typed);
	if ((point.length === 2 || point.length === 3) && point.every(Number.isFinite)) return point;
	throw new UsageError(`"${typed}" is not a point. Points are x,y or x,y,z in metres, without blanks: 12,30`);
}

function placementOf(typed: string): { position: readonly [number, number, number]; bearing: number } {
	const [x, y, z = 0, bearing = 0, ...more] = numbersOf(typed);
	if (more.length > 0 || ![x, y, z, bearing].every(Number.isFinite))
		throw new UsageError(
			`"${typed}" does not position an object. Give x,y,z and the bearing in degrees: --object gate0.dwk=12,30,0,90`,
		);
	return { position: [x, y, z], bearing: (bearing * Math.PI) / 180 };
}

/** Answers are gathered up to this many characters before they are written. */
const BATCH = 1 << 16;

/** Answers each line of standard input with a line. */
async function answerAll(
	{ io, terminal, context: { signal } }: Pick<Session, 'io' | 'terminal' | 'context'>,
	answer: (line: string) => string,
): Promise<void> {
	const decoder = new TextDecoder();
	const encoder = new TextEncoder();
	let rest = '';
	let answers = '';
	const flush = (): void => {
		if (answers !== '') terminal.file(encoder.encode(answers));
		answers = '';
	};
	try {
		for await (const chunk of io.stdin) {
			signal.throwIfAborted();
			const text = rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
			let start = 0;
			for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
				answers += `${answer(text.slice(start, end))}\n`;
				start = end + 1;
				if (answers.length > BATCH) flush();
			}
			rest = text.slice(start);
			// Whoever waits for an answer before the next question gets it.
			flush();
		}
		rest += decoder.decode();
		if (rest !== '') answers += `${answer(rest)}\n`;
	} finally {
		flush();
	}
}

function print(
	result: QueryAnswer,
	{ level }: LevelQuery,
	{ terminal, context: { surfaces } }: Pick<Session, 'terminal' | 'context'>,
): void {
	const named = level.rooms.length > 1;
	const inRoom = (room: string | null): string => (named && room !== null ? ` of room ${room}` : '');
	if ('arrived' in result) {
		const { arrived, why, at, room, face, distance, points } = result;
		const where = `${pointText(at)}${face === null ? '' : `, face ${face}${inRoom(room)}`}, after ${decimal(distance, 3)} m`;
		// Points that read alike are reported once.
		const way = new Set(points?.slice(1, -1).map(pointText));
		if (way.size > 0) terminal.result(`by way of ${[...way].join(', ')}`);
		terminal.result(arrived ? `arrives at ${where}` : `stops at ${where}: ${why}`);
		return;
	}
	if (!result.hit) {
		terminal.result(result.op === 'room' ? 'no room' : result.op === 'ray' ? 'no hit' : 'no ground');
		return;
	}
	if (result.op === 'room') terminal.result(result.room ?? '');
	else for (const hit of result.hits ?? [result]) terminal.result(hitText(hit, result.op, surfaces, inRoom));
}

function hitText(
	{ room, face, surface, at, distance }: Omit<HitAnswer, 'op' | 'hit'>,
	op: QueryOp,
	surfaces: SurfaceTable,
	inRoom: (room: string | null) => string,
): string {
	const label = surface === null ? '' : ` (${surfaceLabel(surfaces, surface)})`;
	const on = `${face === null ? '' : `face ${face}${label}`}${inRoom(room)}`;
	if (op === 'height') return `${decimal(at?.[2] ?? 0, 4)} m, ${on}`;
	if (op === 'face') return `${on}, at ${pointText(at ?? [])}`;
	return `${pointText(at ?? [])}, ${on}, ${decimal(distance ?? 0, 4)} m away`;
}

function pointText(point: readonly number[]): string {
	return decimals(point, 4);
}
