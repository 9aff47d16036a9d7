import { type FindingType, makeFinding } from '../../src/findings/report.ts';
import { describeActions } from '../../src/model/advice.ts';

/** What a finding with this data says, and what the command line advises to type. */
export function told(type: FindingType, data: object = {}): string {
	const { message, actions = [] } = makeFinding(type as FindingType<[object]>, {}, data);
	return [message, describeActions(actions, 'cli')].filter((text) => text !== '').join(' | ');
}
