-- A demo of an earlier version that was killed left the definitions of its indexes in a table of its own.
DO $$
	DECLARE entry record;
	BEGIN
		IF to_regclass('deferred_indexes') IS NULL THEN RETURN; END IF;
		FOR entry IN SELECT definition FROM deferred_indexes LOOP
			EXECUTE entry.definition;
		END LOOP;
		DROP TABLE deferred_indexes;
	END $$;
