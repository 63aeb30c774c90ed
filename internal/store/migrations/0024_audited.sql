-- How long the audit log is: a long one takes longer to count than to read.
ALTER TABLE totals ADD COLUMN audited {{int}} NOT NULL DEFAULT 0;

UPDATE totals SET audited = (SELECT count(*) FROM audit) WHERE slot = 0;
