import type { Report } from '../src/findings/report.ts';
import { stateInName } from '../src/model/file-names.ts';
import { DOOR_STATES, type DoorState, type Walkmesh } from '../src/model/walkmesh.ts';
import { baseName, stemOf } from '../src/text/paths.ts';
import { BUILD_FINDINGS } from './findings.ts';

/**
 * The meaning of the name of a door's output. A file of a door is named after the model and the digit of a state, as in `gate0.dwk`, but names
 * of models end in digits, too, as in `dor_lhr02`. So `dor_lhr02.dwk` is either the state open2 of a door `dor_lhr0`, or stands for the three
 * files of a door `dor_lhr02`. The doors of the input decide.
 */

/** The name of an output without folder and extension. */
export function outputStem(output: string): string {
	return stemOf(baseName(output));
}

/** The name and state of a door, or the name of a file that may be called after one. */
export type NamedDoor = Pick<Walkmesh, 'name' | 'doorState'>;

/**
 * The state that an output is for; undefined where its name is that of a model, which has a file for each state. What is known decides in this order:
 *
 * 1. If a door of the input has the output's whole name, it is a model.
 * 2. If the input holds the state of the digit alone, the digit is that state. A file that has the output's name is one of the state, too: `gate1.obj`.
 * 3. If a file has the output's whole name, it is a model; if a door or file has it without its last digit, the digit is a state.
 * 4. If neither, the digit is a state unless the doors have several states.
 */
export function stateOfOutput(output: string, doors: readonly NamedDoor[]): DoorState | undefined {
	const state = stateInName(output);
	if (state === undefined) return undefined;
	const stem = outputStem(output).toLowerCase();
	const called = (wanted: string): readonly NamedDoor[] => doors.filter(({ name }) => name.toLowerCase() === wanted);
	if (statesOf(called(stem)).length > 0) return undefined;
	const states = statesOf(doors);
	if (states.length === 1 && states[0] === state) return state;
	if (called(stem).length > 0) return undefined;
	if (called(stem.slice(0, -1)).length > 0) return state;
	return states.length > 1 ? undefined : state;
}

/** The states that occur among doors, in the order of their digits. */
export function statesOf(doors: readonly NamedDoor[]): DoorState[] {
	return DOOR_STATES.filter((state) => doors.some(({ doorState }) => doorState === state));
}

/**
 * As `stateOfOutput`. Reports when the last digit was taken as part of a name, and when other states of the door are left out.
 * @param doors the doors of the input, those to be written first, and the input itself under its file name
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
