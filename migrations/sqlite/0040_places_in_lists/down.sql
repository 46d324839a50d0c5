DROP TRIGGER document_places_insert;
DROP TRIGGER document_places_delete;
DROP TRIGGER document_places_update;
DROP TABLE document_places;
