export { CATALOGUE, CATALOGUE_AREAS, type Catalogue } from './catalogue.ts';
export {
	describePlace,
	type Finding,
	type FindingCode,
	type FindingData,
	type FindingType,
	makeFinding,
	type Place,
	type Severity,
} from './finding.ts';
export {
	type FindingCount,
	InputError,
	REPORT_DEFAULTS,
	Report,
	type ReportOptions,
	UsageError,
} from './report.ts';
