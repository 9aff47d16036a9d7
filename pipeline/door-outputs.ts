import type { Report } from '../src/findings/report.ts';
import { DOOR_STATES, type DoorState, type Walkmesh } from '../src/walkmesh/walkmesh.ts';
import { BUILD_FINDINGS } from './findings.ts';

/**
 * What the name of a door's output means. The files of a door are called after its model and the digit of a state, `gate0.dwk`, and models
 * of the game end in digits themselves, `dor_lhr02`. So `dor_lhr02.dwk` is the state open2 of a door `dor_lhr0`, or stands for the three files
 * of the door `dor_lhr02`; what the input holds decides.
 */

/** The name of the file without folder and extension. */
export function outputStem(output: string): string {
	return output.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '');
}

/** The state whose digit the name of an output ends in. */
export function stateInName(output: string): DoorState | undefined {
	const digit = /([0-2])\.[^.]*$/.exec(output);
	return digit === null ? undefined : DOOR_STATES[Number(digit[1])];
}

/** What of a door, or of a file that may be called after one, counts for the name of its output. */
export type NamedDoor = Pick<Walkmesh, 'name' | 'doorState'>;

/**
 * The one state that an output holds; undefined where its name is that of a model. A model called as the output is makes it one, and a model
 * called so but for the digit makes it a state. Where neither is there, a door with several states wants all of its files.
 */
export function stateOfOutput(output: string, doors: readonly NamedDoor[]): DoorState | undefined {
	const state = stateInName(output);
	if (state === undefined) return undefined;
	const stem = outputStem(output).toLowerCase();
	const names = new Set(doors.map(({ name }) => name.toLowerCase()));
	if (names.has(stem)) return undefined;
	if (names.has(stem.slice(0, -1))) return state;
	return statesOf(doors).length > 1 ? undefined : state;
}

/** The states that there are, in the order of their digits. */
export function statesOf(doors: readonly NamedDoor[]): DoorState[] {
	return DOOR_STATES.filter((state) => doors.some(({ doorState }) => doorState === state));
}

/**
 * As `stateOfOutput`, and tells where the digit was taken for a part of a name, or leaves states of a door that has more.
 * @param doors what the input holds of doors, those that are meant first, and the input by its own name
 */
export function chooseState(output: string, doors: readonly NamedDoor[], report: Report): DoorState | undefined {
	const state = stateOfOutput(output, doors);
	const stem = outputStem(output);
	if (state !== undefined) {
		const [{ name } = { name: '' }] = doors;
		const left = statesOf(doors).filter((each) => each !== state);
		if (left.length > 0) report.add(BUILD_FINDINGS.DOOR_ONE_STATE, {}, { name, state, left: left.join(', '), stem });
	} else if (
		stateInName(output) !== undefined &&
		doors.every(({ name }) => name.toLowerCase() !== stem.toLowerCase())
	) {
		report.add(BUILD_FINDINGS.DOOR_NAME_DIGIT, {}, { name: stem });
	}
	return state;
}

/** `door.dwk` and the state `open1` make `door1.dwk`. */
export function stateFileName(output: string, state: DoorState): string {
	return output.replace(/\.[^./\\]*$/, (ending) => `${DOOR_STATES.indexOf(state)}${ending}`);
}
